import type { ClassSummary, Detection } from "@container-inspection/shared-schemas/scans";

/**
 * Adds up detections per class, in order of first sight; detections without a class are omitted. Overlapping
 * detections can add up to more than the picture, so areas are capped at 100 percent.
 */
export function summariseDetections(detections: readonly Detection[]): ClassSummary[] {
  const classes = new Map<string, ClassSummary>();
  for (const { className, confidence, quantity, areaPercentage } of detections) {
    if (className === null) continue;
    const before = classes.get(className);
    classes.set(className, {
      className,
      count: (before?.count ?? 0) + (quantity ?? 1),
      areaPercentage: Math.min(100, (before?.areaPercentage ?? 0) + (areaPercentage ?? 0)),
      bestConfidence: greater(before?.bestConfidence ?? null, confidence),
    });
  }
  return [...classes.values()];
}

function greater(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.max(left, right);
}
