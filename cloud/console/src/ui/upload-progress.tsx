import { t } from "@lingui/core/macro";
/** Progress of an upload and the service's work after it; renders nothing without an upload. */
export function UploadProgress({ share, work }: { share: number | undefined; work: string }) {
  if (share === undefined) return null;
  return (
    <p className="upload-progress" role="status">
      {share < 1 ? t`Uploading …` : work}
      <progress aria-label={t`Upload`} {...(share < 1 && { value: share })} />
    </p>
  );
}
