import { expect, test } from "vitest";
import { createFrameTimes } from "./frame-times.ts";

const clockAt = (nowMs: number, monotonicMs: number) => {
  const at = { nowMs, monotonicMs };
  return { at, clock: { nowMs: () => at.nowMs, monotonicMs: () => at.monotonicMs } };
};

test("a live picture was captured its age ago, on both clocks", () => {
  const { clock } = clockAt(1_000_000, 500);
  const times = createFrameTimes(clock, "live");
  expect(times.stamp({ ptsMs: 77, ageMs: 40 })).toEqual({ capturedAtMs: 999_960, monotonicMs: 460 });
});

test("the monotonic time always advances, whatever the ages, while the wall clock may be set back", () => {
  const { at, clock } = clockAt(1_000_000, 500);
  const times = createFrameTimes(clock, "live");
  times.stamp({ ptsMs: 0, ageMs: 0 });
  Object.assign(at, { nowMs: 400_000, monotonicMs: 505 });
  expect(times.stamp({ ptsMs: 100, ageMs: 30 })).toEqual({ capturedAtMs: 399_970, monotonicMs: 501 });
});

test("paced by the consumer, times advance by the recording's own, from the moment of the first picture", () => {
  const { at, clock } = clockAt(1_000_000, 500);
  const times = createFrameTimes(clock, "consumer");
  expect(times.stamp({ ptsMs: 40, ageMs: 9 })).toEqual({ capturedAtMs: 1_000_000, monotonicMs: 500 });
  Object.assign(at, { nowMs: 2_000_000, monotonicMs: 900 });
  expect(times.stamp({ ptsMs: 240, ageMs: 9 })).toEqual({ capturedAtMs: 1_000_200, monotonicMs: 700 });
});

test("after a restart a recording read faster than it was made does not go back in time", () => {
  const { at, clock } = clockAt(1_000_000, 500);
  const times = createFrameTimes(clock, "consumer");
  times.stamp({ ptsMs: 0, ageMs: 0 });
  times.stamp({ ptsMs: 60_000, ageMs: 0 });
  Object.assign(at, { nowMs: 1_000_100, monotonicMs: 600 });
  times.restart();
  expect(times.stamp({ ptsMs: 0, ageMs: 0 })).toEqual({ capturedAtMs: 1_060_001, monotonicMs: 60_501 });
});

test("wall-clock times are whole milliseconds, as records keep them", () => {
  const { clock } = clockAt(1_000_000, 500);
  expect(createFrameTimes(clock, "live").stamp({ ptsMs: 0, ageMs: 33.37 }).capturedAtMs).toBe(999_967);
});
