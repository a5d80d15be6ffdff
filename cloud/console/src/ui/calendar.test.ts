import { expect, test } from "vitest";
import { dayAt, startOfDay, timeTyped } from "./calendar.ts";

test.each([
  ["2026-11-26", "Asia/Tokyo", 0, "2026-11-25T15:00:00.000Z"],
  ["2026-11-26", "Asia/Kolkata", 0, "2026-11-25T18:30:00.000Z"],
  ["2026-11-26", "America/Los_Angeles", 1, "2026-11-27T08:00:00.000Z"],
  // The clocks change at 2 o'clock of this day, and went back an hour on the other.
  ["2026-03-29", "Europe/Berlin", 0, "2026-03-28T23:00:00.000Z"],
  ["2026-03-29", "Europe/Berlin", 1, "2026-03-29T22:00:00.000Z"],
  ["2026-10-25", "Europe/Berlin", 1, "2026-10-25T23:00:00.000Z"],
  ["2026-03-01", "UTC", -1, "2026-02-28T00:00:00.000Z"],
])("%s in %s, %i days later, begins at %s", (day, zone, daysLater, at) => {
  expect(startOfDay(day, zone, daysLater).toISOString()).toBe(at);
});

test("the day at a time, and a typed time, are those of the zone", () => {
  const at = new Date("2026-11-25T15:00:00.000Z");
  expect([dayAt(at, "Asia/Tokyo"), dayAt(at, "UTC")]).toEqual(["2026-11-26", "2026-11-25"]);
  expect(timeTyped("2026-11-26T00:00", "Asia/Tokyo")).toEqual(at);
  expect([timeTyped("", "UTC"), timeTyped(undefined, "UTC")]).toEqual([undefined, undefined]);
});

test("without a zone, those of the device count", () => {
  const now = new Date(2026, 10, 23, 14, 20);
  expect(dayAt(now, undefined)).toBe("2026-11-23");
  expect(startOfDay("2026-11-23", undefined)).toEqual(new Date(2026, 10, 23));
  expect(timeTyped("2026-11-23T14:20", undefined)).toEqual(now);
});
