import { expect, test } from "vitest";
import { describeUsualTimes } from "./describe-usual-times.ts";

test.each([
  [null, null, undefined],
  [8_000, null, "8 s after their number"],
  [-1_200, null, "1 s before their number"],
  [-300, null, "with their number"],
  [40_000, 12_000, "40 s after their number, and 12 s after they left the other stations"],
])("times of %o and %o ms", (sinceNumberMs, sinceLeftMs, shown) => {
  const [line] = describeUsualTimes({ sinceNumberMs, sinceLeftMs });
  expect(line).toBe(shown === undefined ? undefined : `    vehicles usually come ${shown}`);
});
