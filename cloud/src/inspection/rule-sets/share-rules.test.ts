import { expect, test } from "vitest";
import { estimateShare } from "./share-rules.ts";

// 8 of 10 and 0 of 10: Brown, Cai, DasGupta, Interval Estimation for a Binomial Proportion (2001), formula 4.
test.each([
  [8, 10, 0.8, 0.4902, 0.9433],
  [0, 10, 0, 0, 0.2775],
  [10, 10, 1, 0.7225, 1],
  [15, 30, 0.5, 0.3315, 0.6685],
  [9, 30, 0.3, 0.1666, 0.4788],
  [1, 1, 1, 0.2065, 1],
])("%i of %i is %f, between %f and %f", (hits, cases, share, lowerBound, upperBound) => {
  expect(estimateShare(hits, cases)).toEqual({ share, lowerBound, upperBound });
});

test("without a case there is no estimate", () => {
  expect(estimateShare(0, 0)).toBeNull();
});
