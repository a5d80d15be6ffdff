/** Axis-aligned box in original picture pixels; x2 and y2 are exclusive edges; fractions allowed. */
export type Box = { x1: number; y1: number; x2: number; y2: number };

/** Closed outline in original picture pixels: two lists of equal length, at least three points. */
export type Polygon = { x: number[]; y: number[] };

/** One thing a model found in one picture. */
export type Detection = {
  className: string;
  /** 0..1. */
  confidence: number;
  box: Box;
  /** Outline of the largest connected part of the mask; null for a model without masks. */
  polygon: Polygon | null;
  /** Share of the picture that the mask covers (the box, for a model without masks), 0..100. */
  areaPercent: number;
};

/** Everything one model found in one picture: what `inference/` hands on, highest confidence first. */
export type Detections = {
  model: { name: string; version: string };
  widthPixels: number;
  heightPixels: number;
  inferenceMs: number;
  items: Detection[];
};

/** Intersection over union of two boxes, 0..1; 0 when either is empty. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const width = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
  const height = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / ((a.x2 - a.x1) * (a.y2 - a.y1) + (b.x2 - b.x1) * (b.y2 - b.y1) - shared);
}
