import type { Parts } from "../parts.ts";
import { DAY_MS, DAYS_AHEAD, dayOf, oldestDay } from "./partition-days.ts";
import { createDay, deleteStrayRows, dropDaysBefore, type PartitionOutcome } from "./partition-store.ts";

/** Makes the partitions of today and tomorrow, removes what is older than the retention, and tells what it removed. */
export async function maintainTracking({
  db,
  logger,
  nowMs,
  settings,
}: Parts): Promise<{ dropped: string[]; strayRows: number }> {
  const now = nowMs();
  const outcomes: PartitionOutcome[] = [];
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) outcomes.push(await createDay(db, dayOf(now) + ahead * DAY_MS));
  const { dropped, outcome } = await dropDaysBefore(db, oldestDay(now, settings.trackingRetentionDays));
  const strayRows = await deleteStrayRows(db, now - settings.trackingRetentionDays * DAY_MS);
  if ([...outcomes, outcome].includes("busy"))
    logger.warn("the tracking tables are locked (by a backup?): their partitions are left as they are for an hour");
  return { dropped, strayRows };
}
