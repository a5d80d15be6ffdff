import { expect, test } from "vitest";
import { createLaneTime } from "./lane-time.ts";

/** A clock that was started at noon; `wallMs` and `monotonicMs` are the time that passed on each. */
function startedAt(noonMs: number) {
  const passed = { wallMs: 0, monotonicMs: 0 };
  const clock = { nowMs: () => noonMs + passed.wallMs, monotonicMs: () => passed.monotonicMs };
  return { passed, time: createLaneTime(clock) };
}

test("a clock that jumps changes neither the present of a lane nor when a live picture was taken", () => {
  const { passed, time } = startedAt(1_000_000);
  passed.monotonicMs = 5_000;
  for (const wallMs of [5_000, 3_600_000, -400_000]) {
    passed.wallMs = wallMs;
    expect(time.nowMs()).toBe(1_005_000);
    expect(time.of({ capturedAtMs: 1_000_000 + wallMs - 2_000 })).toBe(1_003_000);
  }
});

test("the pictures of a recording, and those from before the clock was set back, are of the present", () => {
  const { passed, time } = startedAt(1_000_000);
  passed.monotonicMs = passed.wallMs = 5_000;
  expect(time.of({ capturedAtMs: 1_005_000 - 60_000 })).toBe(1_005_000);
  expect(time.of({ capturedAtMs: 1_005_001 })).toBe(1_005_000);
});
