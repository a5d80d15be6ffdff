import { expect, test } from "vitest";
import { findingsOf, operatingPoint, reliabilityOf } from "./operating-point.ts";
import { fillBox } from "./region.ts";

const NAMES = ["drum", "roll"];
const thing = (x: number, className: string) => ({ className, region: fillBox({ x1: x, y1: 0, x2: x + 10, y2: 10 }, 100, 20) });
const finding = (x: number, className: string, confidence: number) => ({ ...thing(x, className), confidence });

test("a thing that is found under another name counts as found and misnamed, a finding on no thing as a stray", () => {
  const truth = [thing(0, "drum"), thing(20, "drum"), thing(40, "roll"), thing(60, "roll")];
  const found = [finding(0, "drum", 0.9), finding(20, "roll", 0.8), finding(40, "roll", 0.7), finding(85, "roll", 0.6)];
  const point = operatingPoint([{ truth, found }, { truth: [], found: [] }], NAMES, 0.5);
  expect(point).toEqual({
    confidence: 0.5,
    recall: 0.75,
    misnamedShare: 1 / 3,
    misnamedByClass: { drum: 0.5, roll: 0 },
    straysPerPicture: 0.5,
  });
});

test("findings less certain than the limit are ignored", () => {
  const point = operatingPoint([{ truth: [thing(0, "drum")], found: [finding(0, "drum", 0.2)] }], NAMES, 0.25);
  expect(point).toMatchObject({ recall: 0, straysPerPicture: 0 });
});

test("two findings on one thing are one right and one stray", () => {
  const found = [finding(0, "drum", 0.9), finding(1, "roll", 0.8)];
  expect(operatingPoint([{ truth: [thing(0, "drum")], found }], NAMES, 0.25)).toMatchObject({ recall: 1, straysPerPicture: 1 });
});

test("the ranges of confidence show how often findings are right", () => {
  const truth = [thing(0, "drum"), thing(20, "roll")];
  const found = [finding(0, "drum", 0.92), finding(20, "drum", 0.96), finding(20, "roll", 1), finding(60, "roll", 0.05)];
  const bins = reliabilityOf(findingsOf([{ truth, found }], NAMES));
  expect(bins).toMatchObject([
    { from: 0, to: 0.1, findings: 1, rightShare: 0 },
    { from: 0.9, to: 1, findings: 3, rightShare: 2 / 3 },
  ]);
  expect(bins[1]?.meanConfidence).toBeCloseTo(0.96);
});
