import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fitPicture } from "./letterbox.ts";
import { countMaskPixels, type Mask, projectMask, sampleMask } from "./mask.ts";
import { traceOutline } from "./outline.ts";

const INPUT = { widthPixels: 64, heightPixels: 48 };
const WIDTH = 16;
const HEIGHT = 12;

test("the counted pixels are those whose centre, looked at one by one, is inside", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: WIDTH * HEIGHT, maxLength: WIDTH * HEIGHT }),
      fc.tuple(share, share, share, share),
      fc.record({ widthPixels: fc.integer({ min: 3, max: 150 }), heightPixels: fc.integer({ min: 3, max: 150 }) }),
      (logits, [a, b, c, d], picture) => {
        const [x1, x2] = [a, b].toSorted((p, q) => p - q).map((at) => at * picture.widthPixels);
        const [y1, y2] = [c, d].toSorted((p, q) => p - q).map((at) => at * picture.heightPixels);
        const mask = maskOf((x, y) => logits[y * WIDTH + x]!, { x1: x1!, y1: y1!, x2: x2!, y2: y2! }, picture);
        // A logit of 0 but for rounding may fall on either side.
        expect(countMaskPixels(mask)).toBeGreaterThanOrEqual(pixelsInside(mask, 1e-9).length);
        expect(countMaskPixels(mask)).toBeLessThanOrEqual(pixelsInside(mask, -1e-9).length);
      },
    ),
  );
});

test("a mask fills its box and never leaves it", () => {
  const box = { x1: 10.4, y1: 5.5, x2: 30.6, y2: 20 };
  const mask = maskOf(() => 1, box);
  expect(countMaskPixels(mask)).toBe(21 * 15); // centres 10.5…30.5 and 5.5…19.5
  expect(bounds(mask)).toEqual(box);
});

test("only the sum of coefficients times prototypes counts", () => {
  const prototypes = { dims: [1, 2, HEIGHT, WIDTH], data: new Float32Array(2 * WIDTH * HEIGHT).fill(1) };
  const box = { x1: 0, y1: 0, x2: 64, y2: 48 };
  const letterbox = fitPicture("letterbox", INPUT, INPUT);
  expect(countMaskPixels(projectMask(Float32Array.of(3, -2), prototypes, box, letterbox))).toBe(64 * 48);
  expect(countMaskPixels(projectMask(Float32Array.of(2, -2), prototypes, box, letterbox))).toBe(0);
});

test("the outline is that of the largest part by area, its hole subtracted", () => {
  // Left a ring of 7 × 7 cells with a hole of 5 × 5 (24 cells), right a solid 5 × 6 (30 cells).
  const ring = (x: number, y: number) => x < 7 && y >= 2 && y < 9 && !(x > 0 && x < 6 && y > 2 && y < 8);
  const solid = (x: number, y: number) => x >= 10 && x < 15 && y >= 3 && y < 9;
  const mask = maskOf((x, y) => (ring(x, y) || solid(x, y) ? 1 : -1));
  const { x, y } = traceOutline(mask)!;
  expect(Math.min(...x)).toBeCloseTo(40, 0);
  expect(Math.max(...x)).toBeCloseTo(60, 0);
  expect([Math.min(...y), Math.max(...y)].map(Math.round)).toEqual([12, 36]);
});

test("the outline covers the area of the mask, with few points", () => {
  const disc = (x: number, y: number) => 20 - 4 * Math.hypot(x - 7, y - 5.5);
  const picture = { widthPixels: 1280, heightPixels: 960 };
  const mask = maskOf(disc, { x1: 100, y1: 0, x2: 1100, y2: 960 }, picture);
  const polygon = traceOutline(mask)!;
  const pixels = pixelsInside(mask);
  const inside = pixels.filter(([x, y]) => isInside(polygon, x + 0.5, y + 0.5)).length;
  expect(shoelace(polygon) / pixels.length).toBeCloseTo(1, 2);
  expect(inside / pixels.length).toBeGreaterThan(0.99);
  expect(polygon.x.length).toBeLessThan(80);
  expect(polygon.x).toHaveLength(polygon.y.length);
});

test("a ragged outline is held to 200 points", () => {
  const picture = { widthPixels: 4000, heightPixels: 3000 };
  const comb = (x: number, y: number) => (y > 8 || (x + y) % 2 === 0 ? 1 : -1.3) * (1 + ((x * 7 + y * 3) % 5));
  const polygon = traceOutline(maskOf(comb, { x1: 0, y1: 0, x2: 4000, y2: 3000 }, picture))!;
  expect(polygon.x.length).toBeGreaterThan(3);
  expect(polygon.x.length).toBeLessThanOrEqual(200);
});

test("one pixel has an outline of at least three points, an empty mask none", () => {
  const box = { x1: 20.2, y1: 20.2, x2: 21.1, y2: 21.1 };
  const mask = maskOf(() => 1, box);
  expect(countMaskPixels(mask)).toBe(1);
  expect(traceOutline(mask)!.x.length).toBeGreaterThanOrEqual(3);
  expect(traceOutline(maskOf(() => 0, box))).toBeNull();
});

function maskOf(
  logit: (x: number, y: number) => number,
  box = { x1: 0, y1: 0, x2: 64, y2: 48 },
  picture = INPUT,
): Mask {
  const data = Float32Array.from({ length: WIDTH * HEIGHT }, (_, at) => logit(at % WIDTH, Math.floor(at / WIDTH)));
  return projectMask(
    Float32Array.of(1),
    { dims: [1, 1, HEIGHT, WIDTH], data },
    box,
    fitPicture("letterbox", picture, INPUT),
  );
}

function pixelsInside(mask: Mask, limit = 0): [number, number][] {
  const { x1, y1, x2, y2 } = mask.box;
  const [left, top, columns, rows] = [
    Math.floor(x1),
    Math.floor(y1),
    Math.ceil(x2 - Math.floor(x1)),
    Math.ceil(y2 - Math.floor(y1)),
  ];
  const wholePixels = { ...mask, box: { x1: left, y1: top, x2: left + columns, y2: top + rows } };
  const pixels: [number, number][] = [];
  for (const [index, logit] of sampleMask(wholePixels, columns, rows).entries()) {
    const [x, y] = [left + (index % columns), top + Math.floor(index / columns)];
    const inBox = x + 0.5 >= x1 && x + 0.5 < x2 && y + 0.5 >= y1 && y + 0.5 < y2;
    if (inBox && logit > limit) pixels.push([x, y]);
  }
  return pixels;
}

function bounds(mask: Mask) {
  const { x, y } = traceOutline(mask)!;
  return { x1: Math.min(...x), y1: Math.min(...y), x2: Math.max(...x), y2: Math.max(...y) };
}

function isInside({ x, y }: { x: number[]; y: number[] }, atX: number, atY: number): boolean {
  let inside = false;
  for (let i = 0, j = x.length - 1; i < x.length; j = i, i += 1) {
    const crosses = y[i]! > atY !== y[j]! > atY;
    if (crosses && atX < ((x[j]! - x[i]!) * (atY - y[i]!)) / (y[j]! - y[i]!) + x[i]!) inside = !inside;
  }
  return inside;
}

function shoelace({ x, y }: { x: number[]; y: number[] }): number {
  return Math.abs(x.reduce((sum, at, i) => sum + at * (y[(i + 1) % y.length]! - y.at(i - 1)!), 0)) / 2;
}
