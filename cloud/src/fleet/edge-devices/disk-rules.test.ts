import { expect, test } from "vitest";
import { isSpaceLow, scarcestSpace } from "./disk-rules.ts";

const disk = (free: number, total = 100) => ({ disk: { free_bytes: free, total_bytes: total } });
const queue = (used: number, most = 100) => ({ queue: { used_bytes: used, max_bytes: most } });

test.each([
  [{}, undefined],
  [{ disk: { free_bytes: 5 } }, undefined],
  [disk(0, 0), undefined],
  [queue(95), ["queue", 5]],
  [queue(120), ["queue", 0]],
  [{ ...disk(30), ...queue(80) }, ["queue", 20]],
  [{ ...disk(10, 1_000), ...queue(95) }, ["disk", 10]],
])("of %j, the scarcest is %j", (heartbeat, expected) => {
  const space = scarcestSpace(heartbeat);
  expect(space && [space.place, space.freeBytes]).toEqual(expected);
});

test.each([
  [9, false, true],
  [10, false, false],
  [14, true, true],
  [15, true, false],
])("%d %% free, low before: %s, is low: %s", (freeBytes, wasLow, expected) => {
  expect(isSpaceLow({ place: "disk", freeBytes, totalBytes: 100 }, { wasLow, percent: 10 })).toBe(expected);
});
