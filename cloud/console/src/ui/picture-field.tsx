import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";

type Props = { label: string; file: File | undefined; choose: (file: File | undefined) => void; isDisabled: boolean };

/** Asks for a picture, which phones may take with their camera, and shows it as far as the browser can. */
export function PictureField({ label, file, choose, isDisabled }: Props) {
  const url = useObjectUrl(file);
  return (
    <label className="faint">
      {label}
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp,image/tiff"
        required
        disabled={isDisabled}
        onChange={({ target }) => choose(target.files?.[0])}
      />
      {url && file?.type !== "image/tiff" && <img className="chosen-picture" src={url} alt={t`The chosen picture`} />}
    </label>
  );
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
