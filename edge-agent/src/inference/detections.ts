import type { Box } from "../base/pictures/box.ts";

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
  /** Estimated volume of an object on the floor; only for a station that knows its floor. */
  volumeCubicMetres?: number;
};

/** Comparison of a picture with those that the model was trained on; null for what is not known. */
export type Likeness = {
  /** Mean logit of the best scores of all places. */
  background: number | null;
  /** Mean confidence of the findings. */
  confidence: number | null;
  isUnlike: boolean | null;
};

/** All findings of one model in one picture, as `inference/` delivers them, highest confidence first. */
export type Detections = {
  model: { name: string; version: string };
  widthPixels: number;
  heightPixels: number;
  inferenceMs: number;
  items: Detection[];
  /** Absent where no model found them, or where it has no figures to compare a picture by. */
  likeness?: Likeness;
};
