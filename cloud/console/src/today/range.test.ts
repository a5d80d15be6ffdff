import { expect, test } from "vitest";
import { bucketsOf, formerRange, rangeOf } from "./range.ts";

const now = new Date(2026, 10, 23, 14, 20);
const at = (...[day, hour]: [number, number?]) => new Date(2026, 10, day, hour ?? 0).toISOString();

test("ranges begin at midnight of the browser's calendar", () => {
  expect(rangeOf("today", now)).toEqual({ from: at(23), bucket: "hour" });
  expect(rangeOf("yesterday", now)).toEqual({ from: at(22), to: at(23), bucket: "hour" });
  expect(rangeOf("week", now)).toEqual({ from: at(17), bucket: "day" });
  expect(rangeOf("month", new Date(2026, 10, 30))).toEqual({ from: at(1), bucket: "day" });
});

test("ranges and days are those of the zone that the user has chosen", () => {
  const noon = new Date("2026-03-30T12:00:00Z");
  const week = rangeOf("week", noon, "Europe/Berlin");
  expect(week.from).toBe("2026-03-23T23:00:00.000Z");
  const starts = bucketsOf(week, noon, "Europe/Berlin").map((start) => new Date(start).toISOString().slice(5, 13));
  expect(starts).toEqual(["03-23T23", "03-24T23", "03-25T23", "03-26T23", "03-27T23", "03-28T23", "03-29T22"]);
});

test("buckets cover a range up to now, or to its end", () => {
  const hours = bucketsOf(rangeOf("today", now), now);
  expect([hours.length, new Date(hours.at(-1)!).toISOString()]).toEqual([15, at(23, 14)]);
  expect(bucketsOf(rangeOf("yesterday", now), now)).toHaveLength(24);
  expect(bucketsOf(rangeOf("week", now), now).map((start) => new Date(start).getHours())).toEqual(Array(7).fill(0));
});

test("a range is compared with the same part of the week before, or with the 30 days before", () => {
  expect(formerRange("today", now)).toEqual({
    from: at(16),
    to: new Date(2026, 10, 16, 14, 15).toISOString(),
    bucket: "hour",
  });
  expect(formerRange("yesterday", now)).toEqual({ from: at(15), to: at(16), bucket: "hour" });
  expect(formerRange("week", now)).toMatchObject({ from: at(10), bucket: "day" });
  expect(formerRange("month", new Date(2026, 10, 30)).to).toBe(at(0));
});
