import { expect, test } from "vitest";
import { extendTrails, type Trail } from "./trails.ts";

const size = { width: 200, height: 100 };
const box = (trackingId: number | null, x1: number) => ({
  trackingId,
  className: "carton",
  confidence: 0.9,
  x1,
  y1: 40,
  x2: x1 + 20,
  y2: 60,
});
const waysOf = (trails: Trail[]) => trails.map(({ trackingId, points }) => [trackingId, points.map(({ x }) => x)]);

test("objects leave a trail of twenty seconds, which disappears soon after they have left", () => {
  let trails = extendTrails([], { ...size, boxes: [box(1, 0), box(2, 100), box(null, 50)] }, 1_000);
  expect(waysOf(trails)).toEqual([
    [1, [0.05]],
    [2, [0.55]],
  ]);
  trails = extendTrails(trails, { ...size, boxes: [box(1, 20)] }, 3_000);
  expect(waysOf(trails)).toEqual([
    [1, [0.05, 0.15]],
    [2, [0.55]],
  ]);
  // Another size of the picture moves nothing.
  trails = extendTrails(trails, { width: 400, height: 200, boxes: [{ ...box(1, 80), x2: 120 }] }, 6_000);
  expect(waysOf(trails)).toEqual([[1, [0.05, 0.15, 0.25]]]);
  trails = extendTrails(trails, { ...size, boxes: [box(1, 60)] }, 22_000);
  expect(waysOf(trails)).toEqual([[1, [0.15, 0.25, 0.35]]]);
});
