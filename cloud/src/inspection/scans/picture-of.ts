import type { DetectionVerdict } from "@container-inspection/shared-schemas";
import type { Picture } from "../matching/rules/pictures.ts";
import { reviewDetections } from "./review-rules.ts";
import type { ScanRow } from "./scan-store.ts";

/** A scan as the match sees it: its detections as reviewers left them, and what its camera can see. */
export function pictureOf(
  scan: Pick<ScanRow, "id" | "type" | "cameraId" | "view" | "modelName" | "detections">,
  verdicts: readonly DetectionVerdict[],
): Picture {
  const { id: scanId, type, cameraId, view, modelName, detections } = scan;
  return { scanId, type, cameraId, view, modelName, detections: reviewDetections(detections, verdicts) };
}
