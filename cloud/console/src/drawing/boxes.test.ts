import { expect, test } from "vitest";
import { boxBetween, boxOf, fitInto, moved, outlineOf, withCorner } from "./boxes.ts";

const picture = { width: 100, height: 50 };
const box = { x: 10, y: 10, width: 20, height: 10 };

test("a box moves by whole pixels and stays in the picture", () => {
  expect(moved(box, 1.4, -2, picture)).toEqual({ ...box, x: 11, y: 8 });
  expect(moved(box, -99, 99, picture)).toEqual({ ...box, x: 0, y: 40 });
  expect(moved(box, 99, -99, picture)).toEqual({ ...box, x: 80, y: 0 });
});

test("a corner moves alone, not beyond the opposite one and not out of the picture", () => {
  expect(withCorner(box, "top left", { x: 5, y: 6 }, picture)).toEqual({ x: 5, y: 6, width: 25, height: 14 });
  expect(withCorner(box, "bottom right", { x: 200, y: 200 }, picture)).toEqual({ x: 10, y: 10, width: 90, height: 40 });
  expect(withCorner(box, "bottom left", { x: 90, y: 0 }, picture)).toEqual({ x: 28, y: 10, width: 2, height: 2 });
  expect(withCorner(box, "top right", { x: 40, y: -5 }, picture)).toEqual({ x: 10, y: 0, width: 30, height: 20 });
});

test("two points span a box within the picture, in whatever order; a click spans none", () => {
  expect(boxBetween({ x: 30, y: 20 }, { x: 10, y: 10 }, picture)).toEqual(box);
  expect(boxBetween({ x: 90, y: 40 }, { x: 300, y: 300 }, picture)).toEqual({ x: 90, y: 40, width: 10, height: 10 });
  expect(boxBetween({ x: 30, y: 20 }, { x: 31, y: 40 }, picture)).toBeUndefined();
});

test("an outline keeps its shape in another box", () => {
  expect(boxOf(outlineOf(box))).toEqual(box);
  const triangle = { x: [10, 30, 20], y: [10, 10, 20] };
  expect(fitInto(triangle, { x: 50, y: 0, width: 40, height: 5 })).toEqual({ x: [50, 90, 70], y: [0, 0, 5] });
  expect(fitInto(triangle, boxOf(triangle))).toEqual(triangle);
});
