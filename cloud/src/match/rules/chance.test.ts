import { expect, test } from "vitest";
import { chanceOfAtLeast, probabilityOfAny } from "./chance.ts";

// Tails of the Poisson distribution, from its definition.
test.each([
  [0, 0.5, 1],
  [-1, 0.5, 1],
  [1, 0.5, 1 - Math.exp(-0.5)],
  [2, 0.5, 1 - Math.exp(-0.5) * 1.5],
  [3, 2, 1 - Math.exp(-2) * 5],
  [4, 2, 1 - Math.exp(-2) * (5 + 8 / 6)],
  [1, 0, 0],
])("at least %d events where %d are expected", (count, expected, chance) => {
  expect(chanceOfAtLeast(count, expected)).toBeCloseTo(chance, 12);
});

test("a chance is never negative, whatever rounding leaves", () => {
  for (const expected of [0.01, 0.7, 3, 20]) expect(chanceOfAtLeast(200, expected)).toBeGreaterThanOrEqual(0);
});

test("at least one of several independent things is true", () => {
  expect(probabilityOfAny([])).toBe(0);
  expect(probabilityOfAny([0.4])).toBeCloseTo(0.4, 12);
  expect(probabilityOfAny([0.5, 0.5, 0.2])).toBeCloseTo(0.8, 12);
  expect(probabilityOfAny([1, 0.2])).toBe(1);
});
