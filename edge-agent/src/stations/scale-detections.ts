import type { Detections } from "../inference/detections.ts";

/** Converts the findings of one picture to the pixels of another that shows the same at another size. */
export function scaleDetections(
  detections: Detections,
  { widthPixels, heightPixels }: { widthPixels: number; heightPixels: number },
): Detections {
  const [byX, byY] = [widthPixels / detections.widthPixels, heightPixels / detections.heightPixels];
  if (byX === 1 && byY === 1) return detections;
  const items = detections.items.map(({ box: { x1, y1, x2, y2 }, polygon, ...item }) => ({
    ...item,
    box: { x1: x1 * byX, y1: y1 * byY, x2: x2 * byX, y2: y2 * byY },
    polygon: polygon && { x: polygon.x.map((x) => x * byX), y: polygon.y.map((y) => y * byY) },
  }));
  return { ...detections, widthPixels, heightPixels, items };
}
