import { expect, test } from "vitest";
import { calibrationOf, countReadings, upperBound } from "./number-figures.ts";

const [TRUTH, OTHER] = ["CSQU3054383", "MSKU9070323"];
const reading = (accepted: string[], best: string | null, confidence = 0.5) => ({
  truth: TRUTH,
  accepted,
  best: best === null ? null : { text: best, confidence },
});

test("every container is exact, wrong or abstained, whatever its likeliest number is", () => {
  const readings = [
    reading([TRUTH], TRUTH),
    reading([OTHER], OTHER),
    reading([TRUTH, OTHER], TRUTH),
    reading([], TRUTH),
    reading([], OTHER),
    reading([], null),
  ];
  expect(countReadings(readings)).toEqual({ exact: 1, wrong: 2, abstained: 3, rightButAbstained: 1, missed: 1, topRight: 3 });
});

test("the calibration states how many of each confidence are right", () => {
  const readings = [reading([], TRUTH, 0.96), reading([], OTHER, 0.98), reading([], TRUTH, 0.9995), reading([], null)];
  expect(calibrationOf(readings).slice(2)).toEqual([
    "| 0.95 to 0.99 | 2 | 1 | 50.0 % | 97.0 % |",
    "| 0.999 and more | 1 | 1 | 100.0 % | 100.0 % |",
  ]);
});

test("none wrong of 270 bounds the share of wrong ones by 1 %", () => {
  expect(upperBound(0, 270)).toBeCloseTo(0.99, 2);
  expect(upperBound(3, 1_906)).toBeCloseTo(0.39, 2);
  expect(upperBound(0, 0)).toBeNull();
});
