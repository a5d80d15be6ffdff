import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ExactTime } from "../ui/exact-time.tsx";
import { Hash } from "../ui/hash.tsx";
import { photoThumbnailUrl, photoUrl } from "../pictures/picture-urls.ts";

type Props = {
  evidence: Evidence[];
  /** The number of photos that are shown, where the others are left to the case file. */
  most?: number;
  /** Renders the actions for a photo. */
  children?: (photo: Evidence) => ReactNode;
};

/** The photos kept as evidence, newest first, each with its hash. */
export function EvidencePhotos({ evidence, most = evidence.length, children }: Props) {
  const more = evidence.length - most;
  return (
    <section className="card">
      <h2>{t`Evidence`}</h2>
      {evidence.length === 0 && <p className="faint">{t`No photos were added.`}</p>}
      <ul className="photos">
        {evidence.slice(0, most).map((photo) => {
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
              <p className="faint small">
                <Hash value={image.sha256} />
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
      {more > 0 && (
        <p className="faint">
          {plural(more, { one: "And # more photo, in the case file.", other: "And # more photos, in the case file." })}
        </p>
      )}
    </section>
  );
}
