import type { EdgeDetection } from "./edge.ts";
import type { Detection } from "./scans.ts";

/** A detection as replies show it: what the sender left out is null. */
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
