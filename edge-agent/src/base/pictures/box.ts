/** Axis-aligned box in original picture pixels; x2 and y2 are exclusive edges; fractions allowed. */
export type Box = { x1: number; y1: number; x2: number; y2: number };

/** Intersection over union of two boxes, 0..1; 0 when either is empty. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / ((a.x2 - a.x1) * (a.y2 - a.y1) + (b.x2 - b.x1) * (b.y2 - b.y1) - shared);
}
