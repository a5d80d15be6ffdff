import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { isPreview } from "../pictures/picture-image.tsx";
import { photoThumbnailUrl, photoUrl } from "../pictures/picture-urls.ts";
import { Notice } from "../ui/notice.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useNewestPhoto } from "./containers-api.ts";

/** The newest photo in place of the picture of a container without a scan; a notice where there is none. */
export function NotScanned({ containerId, visit }: { containerId: string; visit?: number | undefined }) {
  const { data: photo, isLoading } = useNewestPhoto(containerId, visit);
  if (isLoading) return <div className="skeleton skeleton-picture" role="img" aria-label={t`Loading`} />;
  if (!photo || photo.image.deletedAt !== null)
    return <Notice title={t`Not scanned yet`}>{t`The picture and its detections appear with the first scan.`}</Notice>;
  return <Photographed photo={photo} />;
}

function Photographed({ photo: { containerId, evidenceId, image, note, cameraId, timestamp } }: { photo: Evidence }) {
  const url = photoUrl(containerId, evidenceId);
  return (
    <section className="card scan" aria-label={t`Newest photo`}>
      <a href={url} target="_blank" rel="noreferrer">
        <div className="scan-picture photographed" style={{ aspectRatio: `${image.width} / ${image.height}` }}>
          <img
            src={isPreview(image) ? photoThumbnailUrl(containerId, evidenceId) : url}
            alt={note ?? t`Photo without a note`}
          />
        </div>
      </a>
      <div className="scan-legend">
        <p>
          <strong>{t`Not scanned yet`}</strong> ·{" "}
          <Trans>
            Photographed <TimeAgo at={timestamp} />
          </Trans>
          {cameraId && ` ${t`by ${cameraId}`}`}
        </p>
        <p className="faint small">{t`The picture and its detections appear with the first scan.`}</p>
      </div>
    </section>
  );
}
