import { expect, test } from "vitest";
import { polygonOverlap } from "./polygon-overlap.ts";

const square = (left: number, top: number, size: number) => ({
  x: [left, left + size, left + size, left],
  y: [top, top, top + size, top + size],
});

test("an outline overlaps itself wholly, and one beside it not at all", () => {
  expect(polygonOverlap(square(10, 10, 20), square(10, 10, 20), 100, 80)).toBe(1);
  expect(polygonOverlap(square(10, 10, 20), square(40, 10, 20), 100, 80)).toBe(0);
});

test("a square moved by half its side shares a third", () => {
  expect(polygonOverlap(square(10, 10, 20), square(20, 10, 20), 100, 80)).toBeCloseTo(1 / 3);
});

test("a hollow outline counts only the area that it encloses", () => {
  const letterU = { x: [0, 30, 30, 20, 20, 10, 10, 0], y: [0, 0, 30, 30, 10, 10, 30, 30] };
  expect(polygonOverlap(letterU, square(0, 0, 30), 50, 50)).toBeCloseTo(700 / 900);
});
