import { presentDetection } from "@container-inspection/shared-schemas/present-detection";
import type { AiFindings } from "../../platform/ai/ai-service.ts";
import type { ScanFindings } from "./scan-store.ts";
import { summariseDetections } from "./summarise-detections.ts";

/**
 * The result of the AI service as the columns of a scan: missing values are null, the size is that of the upright
 * picture.
 */
export function readFindings(answer: AiFindings): ScanFindings {
  const { model, width, height, detections: found, inferenceMs, unlikeTraining: isUnlike = null } = answer;
  const detections = found.map(presentDetection);
  return {
    status: "done",
    detections,
    summary: summariseDetections(detections),
    modelName: model.name,
    modelVersion: model.version,
    inferenceMs,
    isUnlike,
    imageWidth: width,
    imageHeight: height,
  };
}
