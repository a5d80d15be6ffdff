import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ExactTime } from "../ui/exact-time.tsx";
import { photoThumbnailUrl, photoUrl } from "../pictures/picture-urls.ts";

type Props = {
  evidence: Evidence[];
  /** Renders the actions for a photo. */
  children?: (photo: Evidence) => ReactNode;
};

/** The photos kept as evidence, newest first, each with its hash. */
export function EvidencePhotos({ evidence, children }: Props) {
  return (
    <section className="card">
      <h2>{t`Evidence`}</h2>
      {evidence.length === 0 && <p className="faint">{t`No photos were added.`}</p>}
      <ul className="photos">
        {evidence.map((photo) => {
          const { evidenceId, containerId, note, uploader, receivedAt, image, hasVisualization } = photo;
          return (
            <li key={evidenceId}>
              {image.deletedAt ? (
                <p className="faint">{t`The photo was deleted. Its record and its hash are kept.`}</p>
              ) : (
                <a href={photoUrl(containerId, evidenceId)} target="_blank" rel="noreferrer">
                  <img src={photoThumbnailUrl(containerId, evidenceId)} alt={note ?? t`Photo without a note`} />
                </a>
              )}
              <p>
                <bdi>{note}</bdi>
              </p>
              <p className="faint small">
                {uploader.email}, <ExactTime at={receivedAt} />
              </p>
              <p className="faint hash" title={t`SHA-256 of the photo`}>
                {image.sha256}
              </p>
              {hasVisualization && children && (
                <p className="small">
                  <a
                    href={`/v1/containers/${containerId}/evidence/${evidenceId}/visualization`}
                    target="_blank"
                    rel="noreferrer"
                  >
                    <Trans>As the device drew it</Trans>
                  </a>
                </p>
              )}
              {children?.(photo)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
