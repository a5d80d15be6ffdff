import { expect, test } from "vitest";
import { restartDelayMs } from "./restart-delay.ts";

const delay = (failures: number, random: number) =>
  restartDelayMs(failures, { minMs: 1000, maxMs: 60_000, random: () => random });

test.each([
  // failures in a row, shortest, middle and longest pause
  [1, 1000, 1500, 2000],
  [2, 1000, 2500, 4000],
  [5, 1000, 16_500, 32_000],
  [6, 1000, 30_500, 60_000],
  [100_000, 1000, 30_500, 60_000],
])(
  "after %i failures the pause lies between %i and, doubling up to the bound, its longest",
  (failures, min, middle, max) => {
    expect([delay(failures, 0), delay(failures, 0.5), delay(failures, 1)]).toEqual([min, middle, max]);
  },
);
