import type { Needs } from "../parts.ts";
import { DAY_MS, DAYS_AHEAD, dayOf } from "./partition-days.ts";
import { createDay, deleteStrayRows, dropDaysBefore } from "./partition-store.ts";

/** Creates the partitions of today and tomorrow. `isBusy`: a table was locked, try again soon. */
export async function createComingDays({
  db,
  logger,
  nowMs,
}: Needs<"db" | "logger" | "nowMs">): Promise<{ isBusy: boolean }> {
  let isBusy = false;
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++)
    if ((await createDay(db, dayOf(nowMs()) + ahead * DAY_MS)) === "busy") isBusy = true;
  if (isBusy) logger.warn(LOCKED);
  return { isBusy };
}

/**
 * Drops the partitions of the days before a time, and deletes rows of no partition that were received before it.
 * `isBusy`: a table was locked, try again soon.
 */
export async function deleteTrackingBefore(
  { db, logger }: Needs<"db" | "logger">,
  before: Date,
): Promise<{ dropped: string[]; strayRows: number; isBusy: boolean }> {
  const { dropped, outcome } = await dropDaysBefore(db, dayOf(before.getTime()));
  const strayRows = await deleteStrayRows(db, before.getTime());
  if (outcome === "busy") logger.warn(LOCKED);
  return { dropped, strayRows, isBusy: outcome === "busy" };
}

const LOCKED = "the tracking tables are locked, for example by a backup; retrying in ten minutes";
