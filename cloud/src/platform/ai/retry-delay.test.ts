import { expect, test } from "vitest";
import { retryDelayMs } from "./retry-delay.ts";

test("grows with each failure to half a minute, and spreads by chance", () => {
  expect([1, 2, 3, 7, 8, 1_000].map((failures) => retryDelayMs(failures, 1))).toEqual([
    550, 1_050, 2_050, 30_050, 30_050, 30_050,
  ]);
  expect([1, 5, 1_000].map((failures) => retryDelayMs(failures, 0))).toEqual([50, 50, 50]);
});
