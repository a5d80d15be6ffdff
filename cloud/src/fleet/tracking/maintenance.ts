import type { Needs } from "../parts.ts";
import { DAY_MS, DAYS_AHEAD, dayOf, oldestDay } from "./partition-days.ts";
import { createDay, deleteStrayRows, dropDaysBefore, type PartitionOutcome } from "./partition-store.ts";

/** Makes the partitions of today and tomorrow, removes what is older than the retention, and returns what it removed. `isBusy`: a lock was in the way. */
export async function maintainTracking({
  db,
  logger,
  nowMs,
  settings,
}: Needs<"db" | "logger" | "nowMs" | "settings">): Promise<{ dropped: string[]; strayRows: number; isBusy: boolean }> {
  const now = nowMs();
  const outcomes: PartitionOutcome[] = [];
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) outcomes.push(await createDay(db, dayOf(now) + ahead * DAY_MS));
  const { dropped, outcome } = await dropDaysBefore(db, oldestDay(now, settings.trackingRetentionDays));
  const strayRows = await deleteStrayRows(db, now - settings.trackingRetentionDays * DAY_MS);
  const isBusy = [...outcomes, outcome].includes("busy");
  if (isBusy)
    logger.warn("the tracking tables are locked (by a backup?); trying their partitions again in ten minutes");
  return { dropped, strayRows, isBusy };
}
