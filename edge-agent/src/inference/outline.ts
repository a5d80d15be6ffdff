import simplify from "simplify-js";
import type { Box } from "../base/pictures/box.ts";
import type { Polygon } from "./detections.ts";
import { traceLargestPart } from "./largest-part.ts";
import { type Mask, sampleMask } from "./mask.ts";
import { convexHull, isSimple, type Point } from "./ring.ts";

/** Samples per cell of the prototypes along each axis: more changes the outline by less than its tolerance. */
const SAMPLES_PER_CELL = 3;
/** More points than this would describe noise. */
const MAX_POINTS = 200;
const MIN_POINTS = 3;
const MAX_TOLERANCE_PIXELS = 0.5;
/** Tolerance as a share of the box's longer side, so that small things keep their shape. */
const TOLERANCE_SHARE = 0.005;
const TOLERANCE_STEP = 1.5;
/** Maximum error of a hundredth as a binary fraction. */
const ROUNDING = 1e-6;

/**
 * The outline of the largest connected part of a mask (holes do not count) in picture pixels, inside the mask's
 * box: 3 to 200 points, simplified by at most half a pixel unless that leaves too many, rounded to a hundredth of a
 * pixel. It never crosses or touches itself. Null when no pixel of the box is in the mask.
 */
export function traceOutline(mask: Mask): Polygon | null {
  const ring =
    largestRing(mask, 1 / (mask.perPixelX * SAMPLES_PER_CELL), 1 / (mask.perPixelY * SAMPLES_PER_CELL)) ??
    largestRing(mask, 1, 1);
  return ring && simplifyRing(ring, mask);
}

/**
 * Traces the mask on a grid of samples over its box, at most `stepX`, `stepY` and at least one picture pixel apart.
 */
function largestRing(mask: Mask, stepX: number, stepY: number): Point[] | null {
  const { box } = mask;
  const columns = Math.max(1, Math.ceil((box.x2 - box.x1) / Math.max(stepX, 1)));
  const rows = Math.max(1, Math.ceil((box.y2 - box.y1) / Math.max(stepY, 1)));
  const pitchX = (box.x2 - box.x1) / columns;
  const pitchY = (box.y2 - box.y1) / rows;
  const ring = traceLargestPart({ logits: sampleMask(mask, columns, rows), columns, rows });
  return ring && ring.map(({ x, y }) => ({ x: box.x1 + x * pitchX, y: box.y1 + y * pitchY }));
}

/**
 * Simplifies a ring, ever more coarsely, until it has few enough points and does not touch itself. A ring that has no
 * such outline, as along a thin box, is given by its convex hull.
 */
function simplifyRing(points: Point[], { box }: Mask): Polygon {
  const longerSide = Math.max(box.x2 - box.x1, box.y2 - box.y1);
  const first = Math.min(MAX_TOLERANCE_PIXELS, TOLERANCE_SHARE * longerSide);
  for (let tolerance = first; tolerance < longerSide; tolerance *= TOLERANCE_STEP) {
    const outline = roundPoints(simplify(points, tolerance, true), box);
    if (outline.length < MIN_POINTS) break;
    if (outline.length <= MAX_POINTS && isSimple(outline)) return toPolygon(outline);
  }
  return toPolygon(hullOf(roundPoints(points, box), box));
}

/** Rounds points to a hundredth of a pixel inside the box, and drops points equal to the previous one. */
function roundPoints(points: Point[], box: Box): Point[] {
  const x = hundredthsWithin(box.x1, box.x2);
  const y = hundredthsWithin(box.y1, box.y2);
  const rounded = points.map((point) => ({ x: x(point.x), y: y(point.y) }));
  return rounded.filter((point, index) => {
    const before = rounded.at(index - 1);
    return point.x !== before?.x || point.y !== before.y;
  });
}

/**
 * Rounds to a hundredth between `low` and `high`; where no two hundredths lie between these, they are kept as they are.
 */
function hundredthsWithin(low: number, high: number): (value: number) => number {
  const [first, last] = [Math.ceil(low * 100 - ROUNDING) / 100, Math.floor(high * 100 + ROUNDING) / 100];
  const [from, to] = first < last ? [first, last] : [low, high];
  return (value) => Math.min(Math.max(Math.round(value * 100) / 100, from), to);
}

/** The convex hull, at most 200 of its points; the box itself where that is no area. */
function hullOf(points: Point[], box: Box): Point[] {
  const hull = convexHull(points);
  if (hull.length < MIN_POINTS) return cornersOf(box);
  const step = Math.ceil(hull.length / MAX_POINTS);
  return hull.filter((_, index) => index % step === 0);
}

const cornersOf = ({ x1, y1, x2, y2 }: Box): Point[] => [
  { x: x1, y: y1 },
  { x: x2, y: y1 },
  { x: x2, y: y2 },
  { x: x1, y: y2 },
];

const toPolygon = (points: Point[]): Polygon => ({ x: points.map(({ x }) => x), y: points.map(({ y }) => y) });
