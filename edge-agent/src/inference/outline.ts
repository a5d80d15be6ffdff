import { contours } from "d3-contour";
import simplify from "simplify-js";
import type { Polygon } from "./detections.ts";
import { type Mask, sampleMask } from "./mask.ts";

type Ring = number[][];

/** Samples per cell of the prototypes along each axis: more changes the outline by less than its tolerance. */
const SAMPLES_PER_CELL = 3;
/** An outline that says more than this says it about noise. */
const MAX_POINTS = 200;
const MAX_TOLERANCE_PIXELS = 1;
/** Of the box's longer side: small things keep their shape. */
const TOLERANCE_SHARE = 0.01;

/**
 * The outline of the largest connected part of a mask (by area, holes subtracted) in picture pixels, inside the mask's
 * box: 3 to 200 points, simplified by at most a pixel unless that leaves too many, rounded to a tenth of a pixel.
 * Null when no pixel of the box is in the mask.
 */
export function traceOutline(mask: Mask): Polygon | null {
  const ring =
    largestRing(mask, 1 / (mask.perPixelX * SAMPLES_PER_CELL), 1 / (mask.perPixelY * SAMPLES_PER_CELL)) ??
    largestRing(mask, 1, 1);
  return ring && toPolygon(simplifyRing(ring, mask), mask);
}

/** Contours the mask on a grid of samples over its box, at most `stepX`, `stepY` and at least one picture pixel apart. */
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

function simplifyRing(ring: Ring, { box }: Mask): { x: number; y: number }[] {
  const points = ring.map(([x = 0, y = 0]) => ({ x, y }));
  let tolerance = Math.min(MAX_TOLERANCE_PIXELS, TOLERANCE_SHARE * Math.max(box.x2 - box.x1, box.y2 - box.y1));
  let simple = simplify(points, tolerance, true);
  for (; simple.length > MAX_POINTS + 1; tolerance *= 1.5) simple = simplify(points, tolerance * 1.5, true);
  return simple.length > 3 ? simple : points;
}

/** Drops the repeated last point of a ring. */
function toPolygon(points: { x: number; y: number }[], { box }: Mask): Polygon {
  const tenth = (value: number, low: number, high: number) =>
    Math.min(Math.max(Math.round(value * 10) / 10, low), high);
  const open = points.slice(0, -1);
  return { x: open.map(({ x }) => tenth(x, box.x1, box.x2)), y: open.map(({ y }) => tenth(y, box.y1, box.y2)) };
}
