export const DAY_MS = 86_400_000;

/** Days after today that have their own partitions: clocks at the edge may run a little ahead. */
export const DAYS_AHEAD = 1;

/** The UTC midnight, in Unix milliseconds, that begins the day of a time. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/** The first day still kept: as many whole days as the retention, and today. */
function oldestDay(nowMs: number, retentionDays: number): number {
  return dayOf(nowMs) - retentionDays * DAY_MS;
}

/**
 * Returns true if a day may have its own partition. Times outside that range come from wrong clocks or arrive too
 * late to be kept.
 */
export function mayHavePartition(dayMs: number, nowMs: number, retentionDays: number): boolean {
  return dayMs >= oldestDay(nowMs, retentionDays) && dayMs <= dayOf(nowMs) + DAYS_AHEAD * DAY_MS;
}

/** The name of a day's partition, such as `tracking_events_20261018`. */
export function partitionName(table: string, dayMs: number): string {
  return `${table}_${new Date(dayMs).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** The day of a partition by its name; null for the default partition. */
export function dayOfPartition(name: string): number | null {
  const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
  const dayMs = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(dayMs) ? null : dayMs;
}
