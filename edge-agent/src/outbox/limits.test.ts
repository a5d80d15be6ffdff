import { expect, test } from "vitest";
import { resolveLimits } from "./limits.ts";

const MIB = 1024 ** 2;

test("limits that are not given are the defaults, and each may be at its bound", () => {
  const defaults = { maxBytes: 8_192 * MIB, ballastBytes: 64 * MIB, deliveredHistory: 1_000, busyTimeoutMs: 5_000 };
  expect(resolveLimits()).toEqual(defaults);
  expect(resolveLimits({ ballastBytes: 0 })).toEqual({ ...defaults, ballastBytes: 0 });
  const atBounds = { maxBytes: MIB, ballastBytes: 16 * MIB, deliveredHistory: 0, busyTimeoutMs: 0 };
  expect(resolveLimits(atBounds)).toEqual(atBounds);
});

test.each([
  ["maxBytes", MIB - 1, MIB],
  ["maxBytes", 0, MIB],
  ["maxBytes", NaN, MIB],
  ["ballastBytes", 16 * MIB - 1, 16 * MIB],
  ["ballastBytes", 1, 16 * MIB],
  ["deliveredHistory", -1, 0],
  ["busyTimeoutMs", 0.5, 0],
])("the limit %s of %d is refused with the least that it may be", (name, value, least) => {
  expect(() => resolveLimits({ [name]: value })).toThrow(
    new RangeError(`The outbox limit ${name} is ${value}: it must be a whole number of at least ${least}.`),
  );
});
