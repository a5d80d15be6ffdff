import { t } from "@lingui/core/macro";
/** How far an upload has come, and that the service works on it afterwards; nothing without one. */
export function UploadProgress({ share, work }: { share: number | undefined; work: string }) {
  if (share === undefined) return null;
  return (
    <p className="upload-progress" role="status">
      {share < 1 ? t`Uploading …` : work}
      <progress aria-label={t`Upload`} {...(share < 1 && { value: share })} />
    </p>
  );
}
