import { expect, test } from "vitest";
import { backoff } from "./backoff.ts";

const BOUNDS = { min: 1_000, max: 300_000 };

test("waits are uniform below a bound that doubles from a second to five minutes and stays there for ever", () => {
  const longest = (failures: number) => backoff(failures, BOUNDS);
  expect([1, 2, 3, 9, 10, 1_000_000].map(longest)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  expect(backoff(5, BOUNDS, () => 0.25)).toBe(4_000);
});
