import { expect, test } from "vitest";
import { suppressOverlaps } from "./suppress-overlaps.ts";

const box = (x1: number, x2: number) => ({ x1, y1: 0, x2, y2: 10 });

test("the weaker of two overlapping boxes of one class goes, other classes and looser overlaps stay", () => {
  const candidates = [
    { name: "weak twin", classIndex: 0, confidence: 0.5, box: box(1, 11) }, // IoU 9/11 with "strong"
    { name: "strong", classIndex: 0, confidence: 0.9, box: box(0, 10) },
    { name: "other class", classIndex: 1, confidence: 0.4, box: box(0, 10) },
    { name: "neighbour", classIndex: 0, confidence: 0.6, box: box(2, 12) }, // IoU 8/12
    { name: "equal first", classIndex: 0, confidence: 0.3, box: box(100, 110) },
    { name: "equal second", classIndex: 0, confidence: 0.3, box: box(100, 110) },
  ];
  const names = (iou: number, limit: number) => suppressOverlaps(candidates, iou, limit).map(({ name }) => name);
  expect(names(0.7, 300)).toEqual(["strong", "neighbour", "other class", "equal first"]);
  expect(names(0.5, 300)).toEqual(["strong", "other class", "equal first"]);
  expect(names(1, 300)).toHaveLength(6);
  expect(names(0.7, 2)).toEqual(["strong", "neighbour"]);
});

test("a box covered only by a suppressed box is not suppressed", () => {
  // b overlaps a, c overlaps b but not a.
  const candidates = [box(0, 10), box(3, 13), box(6, 16)].map((box, index) => ({
    classIndex: 0,
    confidence: 0.9 - index / 10,
    box,
  }));
  expect(suppressOverlaps(candidates, 0.5, 300)).toEqual([candidates[0], candidates[2]]);
});
