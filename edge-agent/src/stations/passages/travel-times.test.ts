import { expect, test } from "vitest";
import { load, picture } from "./testing.ts";
import { createTravelTimes, type Times } from "./travel-times.ts";

const sinceNumber = (seconds: number): Times => ({ sinceNumberMs: seconds * 1_000, sinceLeftMs: null });
const sinceLeft = (seconds: number): Times => ({ sinceNumberMs: null, sinceLeftMs: seconds * 1_000 });
const noteAll = (times: readonly Times[]) => {
  const travels = createTravelTimes();
  const loads = times.map(() => load(0));
  for (const [index, one] of loads.entries()) travels.note(one, times[index] ?? sinceNumber(0));
  return { travels, loads };
};
/** The longest time in seconds at which a load, or a picture, is as usual. */
const longest = ({ travels }: ReturnType<typeof noteAll>, timeOf: (seconds: number) => Times, one = load(0)) =>
  Array.from({ length: 200 }, (_, second) => second).findLast((at) => travels.judge(one, timeOf(at)) === "usual");

test("a load may take three times as long as usual, once three times are known", () => {
  expect(noteAll([4, 5].map(sinceNumber)).travels.judge(load(0), sinceNumber(5))).toBe("unknown");
  expect(longest(noteAll([4, 5, 90].map(sinceNumber)), sinceNumber)).toBe(18);
});

test("where loads come first, a number that has left is of the vehicle before, unless it was looked at just now", () => {
  const { travels } = noteAll([4, -5, -90].map(sinceNumber));
  expect(travels.judge(load(0), sinceNumber(4))).toBe("unusual");
  expect(travels.judge(load(0), sinceNumber(2))).toBe("unknown");
});

test("where some loads come before their number, one that comes just after a number may be of the next vehicle", () => {
  const { travels } = noteAll([0, 0, -1].map(sinceNumber));
  expect([2, 4].map((seconds) => travels.judge(load(0), sinceNumber(seconds)))).toEqual(["unknown", "unusual"]);
  const before = noteAll([8, 8, -1].map(sinceNumber));
  expect(before.travels.judge(load(0), sinceNumber(2))).toBe("usual");
});

test("the time of a load is replaced when another number turns out to be its own", () => {
  const { travels, loads } = noteAll([90, 90, -5].map(sinceNumber));
  travels.note(loads[0] ?? load(0), sinceNumber(-5));
  expect(travels.judge(load(0), sinceNumber(4))).toBe("unusual");
});

test("loads come when others of the vehicle have left only where most of the station's do", () => {
  const seldom = noteAll([4, 4, 4, 4].map(sinceNumber).concat([20, 20, 20].map(sinceLeft)));
  expect(longest(seldom, sinceLeft)).toBeUndefined();
  const mostly = noteAll([4].map(sinceNumber).concat([20, 20, 20].map(sinceLeft)));
  expect(longest(mostly, sinceLeft)).toBe(43);
  expect(longest(mostly, sinceLeft, picture(0, "top"))).toBe(63);
});

test("the times that the configuration states hold until three are learnt, and then no longer, even where it is not usual", () => {
  const stated = new Map([["top", { sinceNumberMs: null, sinceLeftMs: 10_000 }]]);
  const travels = createTravelTimes(stated);
  const longestIn = () => longest({ travels, loads: [] }, sinceLeft);
  expect([longestIn(), travels.judge(load(0), sinceNumber(1))]).toEqual([23, "unknown"]);
  for (const seconds of [20, 20]) travels.note(load(0), sinceLeft(seconds));
  expect([longestIn(), travels.usual("top").sinceLeftMs]).toEqual([23, 10_000]);
  travels.note(load(0), sinceLeft(20));
  expect([longestIn(), travels.usual("top").sinceLeftMs]).toEqual([43, 20_000]);
  for (const seconds of [4, 4, 4, 4]) travels.note(load(0), sinceNumber(seconds));
  expect([longestIn(), travels.usual("top").sinceLeftMs]).toEqual([undefined, null]);
});
