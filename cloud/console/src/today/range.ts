import type { RANGES } from "../shell/choices.ts";

export type RangeName = (typeof RANGES)[number];

/** A range of time as the service counts it; without an end it lasts until now. */
export type Range = { from: string; to?: string | undefined; bucket: "hour" | "day" };

/** The range of this name on the calendar of the browser. */
export function rangeOf(name: RangeName, now: Date): Range {
  const midnight = (daysAgo: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).toISOString();
  if (name === "today") return { from: midnight(0), bucket: "hour" };
  if (name === "yesterday") return { from: midnight(1), to: midnight(0), bucket: "hour" };
  return { from: midnight(name === "week" ? 6 : 29), bucket: "day" };
}

/** When the buckets of a range begin, in milliseconds, up to `now` where it has no end. */
export function bucketsOf({ from, to, bucket }: Range, now: Date): number[] {
  const end = to === undefined ? now.getTime() : Date.parse(to);
  const starts: number[] = [];
  const at = new Date(from);
  while (at.getTime() < end) {
    starts.push(at.getTime());
    if (bucket === "hour") at.setTime(at.getTime() + 3_600_000);
    else at.setDate(at.getDate() + 1);
  }
  return starts;
}
