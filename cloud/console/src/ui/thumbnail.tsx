import { ImageOff } from "lucide";
import { useState } from "react";
import { Icon } from "./icon.tsx";

type Props = { src: string | null; width: number; height: number };

/** A small picture, or a mark of the same size where there is none or it was deleted. */
export function Thumbnail({ src, width, height }: Props) {
  const [missing, setMissing] = useState<string>();
  if (src === null || missing === src)
    return (
      <span className="no-picture">
        <Icon of={ImageOff} />
      </span>
    );
  return <img src={src} alt="" loading="lazy" {...{ width, height }} onError={() => setMissing(src)} />;
}
