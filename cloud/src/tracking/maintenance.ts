import type { Parts } from "../parts.ts";
import { DAY_MS, DAYS_AHEAD, dayOf, oldestDay } from "./partition-days.ts";
import { createDay, deleteStrayRows, dropDaysBefore, type PartitionOutcome } from "./partition-store.ts";

const INTERVAL_MS = 3_600_000;

/** Makes the partitions of today and tomorrow, and removes what is older than the retention. */
export async function maintainTracking({ db, logger, nowMs, settings }: Parts): Promise<void> {
  const now = nowMs();
  const outcomes: PartitionOutcome[] = [];
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) outcomes.push(await createDay(db, dayOf(now) + ahead * DAY_MS));
  const { dropped, outcome } = await dropDaysBefore(db, oldestDay(now, settings.trackingRetentionDays));
  const strayRows = await deleteStrayRows(db, now - settings.trackingRetentionDays * DAY_MS);
  if (dropped.length + strayRows > 0) logger.info({ dropped, strayRows }, "tracking data past its retention removed");
  if ([...outcomes, outcome].includes("busy"))
    logger.warn("the tracking tables are locked (by a backup?): their partitions are left as they are for an hour");
}

/** Maintains the tracking tables now and every hour. A failure is logged, and the next hour tries again. */
export function startTrackingMaintenance(parts: Parts): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async () => {
    try {
      await maintainTracking(parts);
    } catch (error) {
      parts.logger.error({ err: error }, "the tracking tables could not be maintained; trying again in an hour");
    }
    if (!stopped) timer = setTimeout(() => (running = run()), INTERVAL_MS);
  };
  let running = run();
  return {
    /** Resolves once a run under way has ended; none begins after it. */
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
