import type { RANGES } from "../shell/choices.ts";
import { dayAt, startOfDay } from "../ui/calendar.ts";

export type RangeName = (typeof RANGES)[number];

/** A range of time as the service counts it; without an end it lasts until now. */
export type Range = { from: string; to?: string | undefined; bucket: "hour" | "day" };

/** The range of this name on the calendar of a time zone; undefined is that of the device. */
export function rangeOf(name: RangeName, now: Date, zone?: string): Range {
  const today = dayAt(now, zone);
  const midnight = (daysAgo: number) => startOfDay(today, zone, -daysAgo).toISOString();
  if (name === "today") return { from: midnight(0), bucket: "hour" };
  if (name === "yesterday") return { from: midnight(1), to: midnight(0), bucket: "hour" };
  return { from: midnight(name === "week" ? 6 : 29), bucket: "day" };
}

const DAY_MS = 86_400_000;
/** Statistics are kept for each quarter of an hour. */
const COUNTED_MS = 900_000;

/** The range of the same name and length before it, up to the same hour: a week earlier, or the 30 days before. */
export function formerRange(name: RangeName, now: Date, zone?: string): Range {
  const days = name === "month" ? 30 : 7;
  const { from, to, bucket } = rangeOf(name, now, zone);
  const earlier = (at: number) => new Date(at - days * DAY_MS).toISOString();
  const end = to === undefined ? Math.floor(now.getTime() / COUNTED_MS) * COUNTED_MS : Date.parse(to);
  return { from: startOfDay(dayAt(new Date(from), zone), zone, -days).toISOString(), to: earlier(end), bucket };
}

/** Returns the start times of the buckets of a range, in milliseconds, up to `now` if the range has no end. */
export function bucketsOf({ from, to, bucket }: Range, now: Date, zone?: string): number[] {
  const end = to === undefined ? now.getTime() : Date.parse(to);
  const starts: number[] = [];
  let at = new Date(from);
  while (at.getTime() < end) {
    starts.push(at.getTime());
    at = bucket === "hour" ? new Date(at.getTime() + 3_600_000) : startOfDay(dayAt(at, zone), zone, 1);
  }
  return starts;
}
