import { expect, test } from "vitest";
import { createTestLogger } from "../../outbox/testing/captures.ts";
import { createCloudClock } from "./cloud-clock.ts";

test("a clock that is off is logged once, and once when it is right again", () => {
  const logger = createTestLogger();
  const clock = createCloudClock(logger);
  expect(clock.offsetMs()).toBeNull();
  for (const offsetMs of [2_000, -86_400_032, undefined, null, -86_400_100, -1_500, 900]) clock.note(offsetMs);
  expect(clock.offsetMs()).toBe(900);
  expect(logger.lines.map((line) => line.split(":")[0])).toEqual([
    expect.stringContaining("warn the clock is off"),
    expect.stringContaining("info the clock agrees with the cloud's again"),
  ]);
});
