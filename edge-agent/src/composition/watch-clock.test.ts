import { expect, test } from "vitest";
import { createClockWatch } from "./watch-clock.ts";

test("a clock that is set is logged once, with how far; one that is slowed down or held up is not", () => {
  const at = { wallMs: 0, monotonicMs: 0 };
  const logged: unknown[] = [];
  const watch = createClockWatch(
    { nowMs: () => at.wallMs, monotonicMs: () => at.monotonicMs },
    { warn: (fields: object, line: string) => logged.push({ ...fields, line }) },
  );
  const pass = (wallMs: number, monotonicMs: number) => {
    at.wallMs += wallMs;
    at.monotonicMs += monotonicMs;
    watch.tick();
  };
  for (const [wallMs, monotonicMs] of [
    [1_000, 1_000],
    [1_400, 1_000],
    [90_000, 90_000],
    [3_601_000, 1_000],
    [1_000, 1_000],
    [-59_000, 1_000],
  ] as const)
    pass(wallMs, monotonicMs);
  const line = "the clock of this machine was set; the order of vehicles stays, and records have the new time";
  expect(logged).toEqual([
    { seconds: 3_600, line },
    { seconds: -60, line },
  ]);
});
