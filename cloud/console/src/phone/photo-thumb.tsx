import { useEffect, useState } from "react";
import { readPicture } from "./entries.ts";

/** A picture that lies on the phone. */
export function PhotoThumb({ id, label }: { id: string; label: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    const show = async () => {
      const picture = await readPicture(id);
      if (!picture || isGone) return;
      made = URL.createObjectURL(picture);
      setUrl(made);
    };
    void show();
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [id]);
  return url === undefined ? <span className="phone-photo-empty" /> : <img src={url} alt={label} />;
}
