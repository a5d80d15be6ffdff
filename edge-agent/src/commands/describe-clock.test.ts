import { expect, test } from "vitest";
import { describeClock } from "./describe-clock.ts";

test.each([
  [{ clockSynchronised: true, clockOffsetMs: null }, []],
  [{ clockSynchronised: true, clockOffsetMs: 40_000 }, []],
  [{ clockSynchronised: false, clockOffsetMs: null }, ["  the clock may not be synchronised"]],
  [
    { clockSynchronised: false, clockOffsetMs: -900 },
    ["  the clock agrees with the cloud's, and no time service confirms it"],
  ],
  [
    { clockSynchronised: true, clockOffsetMs: -86_400_032 },
    ["  THE CLOCK IS 24 h BEHIND THE CLOUD'S: records bear the wrong time; set a time server"],
  ],
  [
    { clockSynchronised: false, clockOffsetMs: 7_200_000 },
    ["  THE CLOCK IS 2 h AHEAD OF THE CLOUD'S: records bear the wrong time; set a time server"],
  ],
])("the clock in the status for %j", (status, lines) => {
  expect(describeClock(status)).toEqual(lines);
});
