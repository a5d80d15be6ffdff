import type { EdgeDetection } from "./edge.ts";
import type { Detection } from "./scans.ts";

/** Returns a detection as replies show it: fields that the sender left out are null. */
export function presentDetection(sent: EdgeDetection): Detection {
  return {
    className: sent.class_name ?? null,
    confidence: sent.confidence ?? null,
    polygon: sent.polygon ?? null,
    areaPercentage: sent.area_percentage ?? null,
    quantity: sent.quantity ?? null,
    volume: sent.volume ?? null,
    ...(sent.text === undefined ? {} : { text: sent.text }),
  };
}
