import type { Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Suspense } from "react";
import { useIsSupervisor } from "../api/me.ts";
import { isPreview, PictureImage, type ScanImage } from "../pictures/picture-image.tsx";
import { lazyPage } from "../ui/lazy-page.ts";
import { imageUrl } from "../pictures/picture-urls.ts";
import { DetectionTable } from "./detection-table.tsx";
import { ScanProvenance } from "./scan-provenance.tsx";

const PictureViewer = lazyPage(async () => (await import("../pictures/picture-viewer.tsx")).PictureViewer);

/**
 * The picture with its detections drawn over it; pointing at a row or an outline highlights its counterpart.
 * Supervisors give their verdicts here, unless it is read-only. Zoom and brightness persist when another scan is
 * shown.
 */
export function ScanPicture({ scan, readOnly = false }: { scan: Scan; readOnly?: boolean }) {
  const { image } = scan;
  const isReviewer = useIsSupervisor() && !readOnly;
  return (
    <section className="card scan">
      {image && (
        <Suspense fallback={<Plain scan={scan} image={image} readOnly={readOnly} />}>
          <PictureViewer {...{ scan, image, isReviewer }} isStill={readOnly || image.deletedAt !== null} />
        </Suspense>
      )}
      <div className="scan-legend">
        {image && isPreview(image) && !image.deletedAt && (
          <p className="faint small">
            <Trans>
              A small preview: browsers do not show TIFF. <a href={imageUrl(scan.container.id, scan.id)}>Original</a>
            </Trans>
          </p>
        )}
        <ScanProvenance provenance={scan.provenance} />
        {scan.hasVisualization && !readOnly && (
          <p className="small">
            <a
              href={`/v1/containers/${scan.container.id}/scans/${scan.id}/visualization`}
              target="_blank"
              rel="noreferrer"
            >
              {t`As the device drew it`}
            </a>
          </p>
        )}
        <DetectionTable key={scan.id} scan={scan} readOnly={readOnly} />
      </div>
    </section>
  );
}

/** The picture until the viewer with its controls is loaded. */
const Plain = ({ scan, image, readOnly }: { scan: Scan; image: ScanImage; readOnly: boolean }) => (
  <div className="viewer">
    <div className="scan-picture" style={{ aspectRatio: `${image.width} / ${image.height}` }}>
      <PictureImage scan={scan} image={image} />
    </div>
    {!readOnly && <div className="skeleton skeleton-controls" />}
  </div>
);
