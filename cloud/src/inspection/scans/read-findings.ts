import type { AiFindings } from "../../platform/ai/ai-service.ts";
import { presentDetection } from "./present-detection.ts";
import type { ScanFindings } from "./scan-store.ts";
import { summariseDetections } from "./summarise-detections.ts";

/** What the AI service found, as a scan keeps it: what it left out is null, the size is that of the upright picture. */
export function readFindings({ model, width, height, detections: found, inferenceMs }: AiFindings): ScanFindings {
  const detections = found.map(presentDetection);
  return {
    status: "done",
    detections,
    summary: summariseDetections(detections),
    modelName: model.name,
    modelVersion: model.version,
    inferenceMs,
    imageWidth: width,
    imageHeight: height,
  };
}
