import { expect, test } from "vitest";
import { createTravelTimes } from "./travel-times.ts";

const noteAll = (times: [tookSeconds: number, isLater: boolean][]) => {
  const travels = createTravelTimes({ expiresAfterMs: 600_000 });
  for (const [index, [tookSeconds, isLater]] of times.entries())
    travels.note({ id: `load-${index}`, station: "top" }, { tookMs: tookSeconds * 1_000, isLater });
  return travels;
};

test("a load may take three times as long as usual, once three times are known", () => {
  expect(noteAll([4, 5].map((took) => [took, false])).isKnown("top", false)).toBe(false);
  expect(noteAll([4, 5, 90].map((took) => [took, false])).longestMs("top", false)).toBe(18_000);
  expect(noteAll([4, -5, -90].map((took) => [took, false])).longestMs("top", false)).toBe(-Infinity);
});

test("the time of a load is replaced when another number turns out to be its own", () => {
  const travels = noteAll([90, 90, -5].map((took) => [took, false]));
  travels.note({ id: "load-0", station: "top" }, { tookMs: -5_000, isLater: false });
  expect(travels.longestMs("top", false)).toBe(-Infinity);
});

test("loads come when others of the vehicle have left only where most of the station's do", () => {
  const seldom = noteAll([4, 4, 4, 4, 20, 20, 20].map((took) => [took, took > 10]));
  expect(seldom.isKnown("top", true)).toBe(false);
  const mostly = noteAll([4, 20, 20, 20].map((took) => [took, took > 10]));
  expect(mostly.isKnown("top", true)).toBe(true);
  expect(mostly.longestMs("top", true)).toBe(43_000);
});
