import { contours } from "d3-contour";
import simplify from "simplify-js";
import type { Box } from "../box.ts";
import type { Polygon } from "./detections.ts";
import { type Mask, sampleMask } from "./mask.ts";
import { convexHull, isSimple, type Point } from "./ring.ts";

type Ring = number[][];

/** Samples per cell of the prototypes along each axis: more changes the outline by less than its tolerance. */
const SAMPLES_PER_CELL = 3;
/** More points than this would describe noise. */
const MAX_POINTS = 200;
const MIN_POINTS = 3;
const MAX_TOLERANCE_PIXELS = 0.5;
/** Of the box's longer side: small things keep their shape. */
const TOLERANCE_SHARE = 0.005;
const TOLERANCE_STEP = 1.5;
/** What a hundredth may be off as a binary fraction. */
const ROUNDING = 1e-6;

/**
 * The outline of the largest connected part of a mask (by area, holes subtracted) in picture pixels, inside the mask's
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
 * Contours the mask on a grid of samples over its box, at most `stepX`, `stepY` and at least one picture pixel apart.
 */
function largestRing(mask: Mask, stepX: number, stepY: number): Ring | null {
  const { box } = mask;
  const columns = Math.max(1, Math.ceil((box.x2 - box.x1) / Math.max(stepX, 1)));
  const rows = Math.max(1, Math.ceil((box.y2 - box.y1) / Math.max(stepY, 1)));
  const pitchX = (box.x2 - box.x1) / columns;
  const pitchY = (box.y2 - box.y1) / rows;
  const samples: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      samples.push(sampleMask(mask, box.x1 + (column + 0.5) * pitchX, box.y1 + (row + 0.5) * pitchY));
    }
  }
  // The contour takes in its threshold; a logit of exactly 0 is outside.
  const parts = contours().size([columns, rows]).contour(samples, Number.MIN_VALUE).coordinates;
  let largest: Ring | null = null;
  let largestArea = 0;
  for (const [outer, ...holes] of parts) {
    if (!outer) continue;
    const area = holes.reduce((sum, hole) => sum - ringArea(hole), ringArea(outer));
    if (area <= largestArea) continue;
    largest = outer;
    largestArea = area;
  }
  return largest && largest.map(([x = 0, y = 0]) => [box.x1 + x * pitchX, box.y1 + y * pitchY]);
}

/** Area of a closed ring, whichever way it turns. */
function ringArea(ring: Ring): number {
  let twice = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [x1 = 0, y1 = 0] = ring[index - 1] ?? [];
    const [x2 = 0, y2 = 0] = ring[index] ?? [];
    twice += x1 * y2 - x2 * y1;
  }
  return Math.abs(twice) / 2;
}

/**
 * Simplifies a ring, ever more coarsely, until it has few enough points and does not touch itself. A ring that has no
 * such outline, as along a thin box, is given by its convex hull.
 */
function simplifyRing(ring: Ring, { box }: Mask): Polygon {
  const longerSide = Math.max(box.x2 - box.x1, box.y2 - box.y1);
  const points = ring.map(([x = 0, y = 0]) => ({ x, y }));
  const first = Math.min(MAX_TOLERANCE_PIXELS, TOLERANCE_SHARE * longerSide);
  for (let tolerance = first; tolerance < longerSide; tolerance *= TOLERANCE_STEP) {
    const outline = roundPoints(simplify(points, tolerance, true), box);
    if (outline.length < MIN_POINTS) break;
    if (outline.length <= MAX_POINTS && isSimple(outline)) return toPolygon(outline);
  }
  return toPolygon(hullOf(roundPoints(points, box), box));
}

/** To a hundredth of a pixel inside the box, without points that are the same as the one before. */
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
