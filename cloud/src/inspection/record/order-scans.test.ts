import { describe, expect, test } from "vitest";
import { isNewer, orderTime } from "./order-scans.ts";

const receivedAt = new Date("2026-11-20T12:00:00.000Z");
const after = (ms: number) => new Date(receivedAt.getTime() + ms);
const [FIVE_MINUTES, DAYS_400] = [300_000, 400 * 86_400_000];

describe("a scan is ordered by its own clock", () => {
  test.each([
    ["at its arrival", 0],
    ["exactly 5 minutes ahead", FIVE_MINUTES],
    ["exactly 400 days old", -DAYS_400],
  ])("when it is %s", (_name, ms) =>
    expect(orderTime(after(ms), receivedAt)).toEqual({ clockSuspect: false, orderedAt: after(ms) }),
  );
});

describe("a scan is ordered by its arrival, with a suspect clock", () => {
  test.each([
    ["over 5 minutes ahead", FIVE_MINUTES + 1],
    ["over 400 days old", -DAYS_400 - 1],
  ])("when it is %s", (_name, ms) =>
    expect(orderTime(after(ms), receivedAt)).toEqual({ clockSuspect: true, orderedAt: receivedAt }),
  );
});

test.each<[string, number, string, number | null, string | undefined, boolean]>([
  ["a later time", 1, "a", 0, "b", true],
  ["an earlier time", -1, "b", 0, "a", false],
  ["the same time and a greater id", 0, "b", 0, "a", true],
  ["the same time and a lesser id", 0, "a", 0, "b", false],
  ["itself", 0, "a", 0, "a", false],
  ["no other scan", 0, "a", null, undefined, true],
  ["another without a time", 0, "a", null, "b", true],
  ["another without an id", 0, "a", 1, undefined, true],
])("the newer scan is that of %s", (_name, ms, scanId, otherMs, otherId, expected) => {
  const other = { orderedAt: otherMs === null ? null : after(otherMs), scanId: otherId };
  expect(isNewer({ orderedAt: after(ms), scanId }, other)).toBe(expected);
});
