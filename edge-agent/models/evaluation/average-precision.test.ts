import { expect, test } from "vitest";
import { averagePrecision, meanOf, type Scored } from "./average-precision.ts";
import { boxOf, fillBox, fillOutline, overlap } from "./region.ts";

const [WIDTH, HEIGHT] = [40, 30];
const square = (x: number, y: number, size = 10) => fillBox({ x1: x, y1: y, x2: x + size, y2: y + size }, WIDTH, HEIGHT);
const thing = (x: number, y: number, className = "drum") => ({ className, region: square(x, y) });
const finding = (x: number, y: number, confidence: number, className = "drum") => ({ ...thing(x, y, className), confidence });

test("a region holds the pixels whose middles lie inside, and its box surrounds them", () => {
  const region = square(3, 5);
  expect(region.areaPixels).toBe(100);
  expect(boxOf(region, HEIGHT)).toEqual({ x1: 3, y1: 5, x2: 13, y2: 15 });
  const triangle = fillOutline({ x: [0, 20, 0], y: [0, 0, 20] }, WIDTH, HEIGHT);
  expect(triangle.areaPixels).toBeGreaterThan(180);
  expect(triangle.areaPixels).toBeLessThan(220);
  expect(fillBox({ x1: -50, y1: -50, x2: 500, y2: 500 }, WIDTH, HEIGHT).areaPixels).toBe(WIDTH * HEIGHT);
});

test("a column that is covered to its end makes the box as tall as the picture", () => {
  const region = fillOutline({ x: [0, 2, 2, 1, 1, 0], y: [20, 20, 10, 10, 30, 30] }, WIDTH, HEIGHT);
  const { y2 } = boxOf(region, HEIGHT);
  expect(y2).toBe(HEIGHT);
});

test("the overlap is that of the areas", () => {
  expect(overlap(square(0, 0), square(0, 0))).toBe(1);
  expect(overlap(square(0, 0), square(5, 0))).toBeCloseTo(50 / 150);
  expect(overlap(square(0, 0), square(20, 0))).toBe(0);
});

test("each thing is found once, and findings without one cost precision", () => {
  const perfect: Scored = { truth: [thing(0, 0), thing(20, 0)], found: [finding(0, 0, 0.9), finding(20, 0, 0.8)] };
  expect(averagePrecision([perfect], "drum")).toBe(1);
  const twice: Scored = { truth: [thing(0, 0), thing(20, 0)], found: [finding(0, 0, 0.9), finding(1, 0, 0.8)] };
  // Half is found at full precision: recalls 0.00 to 0.50 of 101.
  expect(averagePrecision([twice], "drum")).toBeCloseTo(51 / 101);
  const late: Scored = { truth: [thing(0, 0)], found: [finding(20, 0, 0.9), finding(0, 0, 0.8)] };
  expect(averagePrecision([late], "drum")).toBeCloseTo(0.5);
});

test("a finding is matched with the thing of its class that it overlaps most", () => {
  const truth = [thing(0, 0), thing(3, 0)];
  const found = [finding(3, 0, 0.9), finding(0, 0, 0.8)];
  expect(averagePrecision([{ truth, found }], "drum")).toBe(1);
  expect(averagePrecision([{ truth: [thing(0, 0)], found: [finding(0, 0, 0.9, "roll")] }], "drum")).toBe(0);
});

test("classes that there is nothing of do not count", () => {
  expect(averagePrecision([{ truth: [], found: [finding(0, 0, 0.9)] }], "drum")).toBeNull();
  expect(meanOf([1, null, 0.5])).toBe(0.75);
  expect(meanOf([null])).toBeNull();
});
