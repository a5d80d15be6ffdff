import type { DetectionVerdict } from "@container-inspection/shared-schemas/scans";
import type { Picture } from "../../match/rules/pictures.ts";
import { reviewDetections } from "./review-rules.ts";
import type { ScanRow } from "../scans/scan-store.ts";

/** Columns of a scan that its picture is made from. */
type PictureRow = Pick<
  ScanRow,
  "id" | "type" | "cameraId" | "view" | "modelName" | "modelVersion" | "detections" | "isUnlike"
> &
  Pick<ScanRow, "timestamp" | "receivedAt" | "clockSuspect" | "imageSha256" | "imageOriginalSha256">;

/** A scan as the match sees it: its detections as reviewers left them, and what its camera can see. */
export function pictureOf(scan: PictureRow, verdicts: readonly DetectionVerdict[]): Picture {
  const { id: scanId, type, cameraId, view, modelName, modelVersion, receivedAt, isUnlike } = scan;
  return {
    scanId,
    type,
    cameraId,
    view,
    modelName,
    modelVersion,
    receivedAt,
    takenAt: scan.clockSuspect ? null : scan.timestamp,
    sha256: scan.imageOriginalSha256 ?? scan.imageSha256,
    detections: reviewDetections(scan.detections, verdicts),
    ...(isUnlike === null ? {} : { isUnlike }),
  };
}
