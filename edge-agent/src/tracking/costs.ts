import type { Box } from "../base/pictures/box.ts";
import type { Detection } from "../inference/detections.ts";
import { intersectionOverUnion } from "../base/pictures/box.ts";
import { type BoxFilter, filterBox } from "./kalman.ts";
import type { Life } from "./life.ts";

/** Returns the cost of taking a detection for a life, 0..1: the less, the likelier. */
export type Cost = (life: Life, detection: Detection) => number;

/**
 * 1 − the overlap of the expected place of a life with the detection. Both boxes are widened by the standard deviation
 * of the prediction, at most by half of their size: new, fast or long unseen things are found at a greater distance,
 * above all at low frame rates; a thing that has been followed for long must be where it is expected.
 */
export const overlapCost: Cost = ({ filter }, { box }) => 1 - overlapOf(filter, box);

/** Returns the cost for confirmed lives: confidence is half as important as overlap. */
export const confirmedCost: Cost = ({ filter }, { box, confidence }) =>
  1 - overlapOf(filter, box) * (0.5 + 0.5 * confidence);

/** Returns the cost for lives seen once: only a confident detection confirms them. */
export const certainCost: Cost = ({ filter }, { box, confidence }) => 1 - overlapOf(filter, box) * confidence;

/** 1 − the overlap with the place where a life was last seen: a thing expected to move may have stopped. */
export const returnCost: Cost = (life, { box }) => 1 - intersectionOverUnion(life.detection.box, box);

/** Share of a box by which each of its sides moves out at most. */
const MAX_WIDENING = 0.5;

function overlapOf(filter: BoxFilter, box: Box): number {
  const height = filter.height.position;
  const x = Math.min(Math.sqrt(filter.x.p), MAX_WIDENING * height * filter.aspect.position);
  const y = Math.min(Math.sqrt(filter.y.p), MAX_WIDENING * height);
  return intersectionOverUnion(widen(filterBox(filter), x, y), widen(box, x, y));
}

function widen({ x1, y1, x2, y2 }: Box, x: number, y: number): Box {
  return { x1: x1 - x, y1: y1 - y, x2: x2 + x, y2: y2 + y };
}
