import type { RecordProvenance } from "@container-inspection/shared-schemas/provenance";
import type { DetectionVerdict, Scan } from "@container-inspection/shared-schemas/scans";
import type { MatchPictures } from "../judging/match-pictures.ts";
import { pictureOf } from "../pictures/picture-of.ts";
import { presentPassage } from "../record/present-passage.ts";
import type { ScannedContainer, ScanRow } from "./scan-store.ts";

/**
 * Context in which a scan is shown: its container and visit, and the comparison with the manifests of that visit.
 */
export type ScanContext = Pick<ScannedContainer, "container" | "visit"> & { matchPictures: MatchPictures };

/** A scan as replies show it. A category scan is compared, as reviewed, with the current manifests of its visit. */
export function presentScan(
  scan: Omit<ScanRow, "visitId">,
  { container, visit, matchPictures }: ScanContext,
  verdicts: DetectionVerdict[],
  provenance: RecordProvenance | null,
): Scan {
  const { id, type, source, status, clockSuspect, detections, summary, inferenceMs, isUnlike } = scan;
  const { modelName, modelVersion, cameraId, deviceId, userEmail } = scan;
  return {
    id,
    type,
    source,
    status,
    container: {
      id: container.id,
      containerNumber: container.containerNumber,
      numberCheck: container.numberCheck,
    },
    visit: visit.number,
    timestamp: scan.timestamp.toISOString(),
    receivedAt: scan.receivedAt.toISOString(),
    clockSuspect,
    detections,
    verdicts,
    summary,
    model: modelName === null ? null : { name: modelName, version: modelVersion ?? "" },
    inferenceMs,
    unlikeTraining: isUnlike,
    image: presentImage(scan),
    hasVisualization: scan.visualizationKey !== null,
    cameraId,
    deviceId,
    userEmail,
    passage: presentPassage(scan),
    provenance,
    manifestMatch: type === "category" ? matchPictures(container, [pictureOf(scan, verdicts)]) : null,
  };
}

function presentImage(scan: Omit<ScanRow, "visitId">): Scan["image"] {
  const { imageWidth, imageHeight, imageContentType, imageSizeBytes, imageSha256, imageOriginalSha256 } = scan;
  if (
    imageWidth === null ||
    imageHeight === null ||
    imageContentType === null ||
    imageSizeBytes === null ||
    imageSha256 === null
  )
    return null;
  return {
    width: imageWidth,
    height: imageHeight,
    contentType: imageContentType,
    sizeBytes: imageSizeBytes,
    sha256: imageSha256,
    originalSha256: imageOriginalSha256 ?? imageSha256,
    reduced: scan.imageReduced,
    deletedAt: scan.imageDeletedAt?.toISOString() ?? null,
  };
}
