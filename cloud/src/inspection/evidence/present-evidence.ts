import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import { presentPassage } from "../record/present-passage.ts";
import type { UploadedEvidence } from "./evidence-store.ts";

/** A photo as replies show it. */
export function presentEvidence({ evidence, visit, uploader }: UploadedEvidence): Evidence {
  const { id, containerId, source, note, clockSuspect, detections, cameraId, deviceId, userEmail } = evidence;
  return {
    evidenceId: id,
    containerId,
    visit: visit.number,
    source,
    uploader,
    note,
    timestamp: evidence.timestamp.toISOString(),
    receivedAt: evidence.receivedAt.toISOString(),
    clockSuspect,
    detections,
    image: {
      width: evidence.imageWidth,
      height: evidence.imageHeight,
      contentType: evidence.imageContentType,
      sizeBytes: evidence.imageSizeBytes,
      sha256: evidence.imageSha256,
      originalSha256: evidence.imageOriginalSha256,
      reduced: evidence.imageReduced,
      deletedAt: evidence.imageDeletedAt?.toISOString() ?? null,
    },
    hasVisualization: evidence.visualizationKey !== null,
    cameraId,
    deviceId,
    userEmail,
    passage: presentPassage(evidence),
  };
}
