import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Polygon } from "./detections.ts";
import { fitPicture } from "./letterbox.ts";
import { type Mask, projectMask } from "./mask.ts";
import { traceOutline } from "./outline.ts";

const SIDE = 160;
const INPUT = { widthPixels: 640, heightPixels: 640 };

/** Maximum error of a hundredth as a binary fraction. */
const ROUNDING = 1e-6;
const side = fc.oneof(fc.double({ min: 0.05, max: 6, noNaN: true }), fc.double({ min: 6, max: 3_840, noNaN: true }));
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** A box somewhere in a picture of 3,840 × 2,160; many are thin. */
const boxes = fc.tuple(side, side, share, share).map(([width, height, left, top]) => {
  const [w, h] = [Math.min(width, 3_840), Math.min(height, 2_160)];
  const [x1, y1] = [left * (3_840 - w), top * (2_160 - h)];
  return { x1, y1, x2: x1 + w, y2: y1 + h };
});

test("whatever the mask and its box: 3 to 200 points inside the box, and no edge crosses or touches another", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 12 }), boxes, (seed, grainCells, box) => {
      const mask = maskOf((x, y) => noise(seed, Math.floor(x / grainCells), Math.floor(y / grainCells)), box);
      expect(flawsOf(mask)).toEqual([]);
    }),
    { numRuns: 600 },
  );
});

test("a wavy line along a box that is a few pixels high and as wide as the picture has at most 200 points", () => {
  for (const height of [0.3, 1, 1.7, 2.5, 4]) {
    const box = { x1: 0, y1: 700.3, x2: 3_840, y2: 700.3 + height };
    const wave = maskOf((x) => (x % 2 === 0 ? 1 : 0.01), box);
    expect(flawsOf(wave)).toEqual([]);
    expect(flawsOf(maskOf((x) => Math.sin(x * 2.1) + 0.95, box))).toEqual([]);
  }
});

/** A number from -1 to 1 that is as good as random for each seed and place. */
function noise(seed: number, x: number, y: number): number {
  const mixed = Math.imul(Math.imul(seed ^ (x * 374_761_393), 668_265_263) ^ (y * 1_274_126_177), 1_103_515_245);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 31 - 1;
}

/** Lists the flaws in the outline of a mask. */
function flawsOf(mask: Mask): unknown[] {
  const outline = traceOutline(mask);
  if (outline === null) return [];
  const { x1, y1, x2, y2 } = mask.box;
  const { x, y } = outline;
  const isOutside = (values: number[], low: number, high: number) =>
    values.some((value) => value < low - ROUNDING || value > high + ROUNDING);
  const hundredths = (values: number[]) => values.map((value) => Math.round(value * 100) / 100);
  return [
    ...(x.length === y.length && x.length >= 3 && x.length <= 200 ? [] : [`${x.length} and ${y.length} points`]),
    ...(isOutside(x, x1, x2) || isOutside(y, y1, y2) ? ["outside the box"] : []),
    // Sent outlines are rounded to a hundredth, which may change them only where the box is thinner than that.
    ...crossings(x2 - x1 > 0.02 && y2 - y1 > 0.02 ? { x: hundredths(x), y: hundredths(y) } : outline),
  ];
}

/** Pairs of edges that share more than the corner between neighbours, by solving for where their lines meet. */
function crossings({ x, y }: Polygon): [number, number][] {
  const count = x.length;
  const found: [number, number][] = [];
  for (let i = 0; i < count; i += 1) {
    for (let j = i + 1; j < count; j += 1) {
      const [a, b, c, d] = [i, (i + 1) % count, j, (j + 1) % count];
      const areNeighbours = b === c || d === a;
      if (!areNeighbours && meet(x[a]!, y[a]!, x[b]!, y[b]!, x[c]!, y[c]!, x[d]!, y[d]!)) found.push([i, j]);
    }
  }
  return found;
}

/** Returns true if the segments a–b and c–d have a point in common, beyond rounding. */
// oxlint-disable-next-line max-params
function meet(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number): boolean {
  const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (Math.abs(across) < 1e-9) return false;
  const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across;
  const alongOther = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across;
  const isWithin = (value: number) => value > 1e-9 && value < 1 - 1e-9;
  return isWithin(along) && isWithin(alongOther);
}

function maskOf(logit: (x: number, y: number) => number, box: Mask["box"]): Mask {
  const data = Float32Array.from({ length: SIDE * SIDE }, (_, at) => logit(at % SIDE, Math.floor(at / SIDE)));
  const picture = { widthPixels: 3_840, heightPixels: 2_160 };
  return projectMask(
    Float32Array.of(1),
    { dims: [1, 1, SIDE, SIDE], data },
    box,
    fitPicture("letterbox", picture, INPUT),
  );
}
