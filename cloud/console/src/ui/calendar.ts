const SECOND_MS = 1_000;

/** Returns the time at which a wall clock of a time zone shows `wallMs`; `zone` is undefined for the device's own. */
function momentOf(wallMs: number, zone: string | undefined): number {
  const guess = wallMs - offsetAt(wallMs, zone);
  // Around a change of the clocks, the offset at the guess is the right one.
  return wallMs - offsetAt(guess, zone);
}

/** Returns the start of a calendar day in a time zone, or of another day after or before it: `2026-11-26`. */
export function startOfDay(day: string, zone: string | undefined, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(momentOf(Date.UTC(year, month - 1, date + daysLater), zone));
}

/** The day that a calendar of a time zone shows at a time: `2026-11-26`. */
export const dayAt = (at: Date, zone: string | undefined): string =>
  new Date(at.getTime() + offsetAt(at.getTime(), zone)).toISOString().slice(0, 10);

/** The time that a field of the type datetime-local holds, read in a time zone; undefined for anything else. */
export function timeTyped(text: string | undefined, zone: string | undefined): Date | undefined {
  const wallMs = Date.parse(`${text}Z`);
  return Number.isNaN(wallMs) ? undefined : new Date(momentOf(wallMs, zone));
}

/** Returns the offset of a time zone from UTC at a time, in milliseconds. */
function offsetAt(atMs: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(atMs);
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  const wallMs = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return wallMs - Math.floor(atMs / SECOND_MS) * SECOND_MS;
}
