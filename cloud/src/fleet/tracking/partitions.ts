import type { Needs } from "../parts.ts";
import type { Database } from "../../platform/db/database.ts";
import { dayOf, dayOfPartition, mayHavePartition } from "./partition-days.ts";
import { createDay } from "./partition-store.ts";

/**
 * Creates the partitions that events need. A day that is far off (a wrong clock) gets none. A day whose partition
 * cannot be created now is tried again with the next events: until then, its rows are in the default partition, where
 * queries find them as well. Call it before the transaction that writes the events, not in it.
 */
export function createPartitionKeeper({ db, logger, nowMs, settings }: Needs<"db" | "logger" | "nowMs" | "settings">) {
  const known = new Set<number>();
  return async function prepareDays(timesMs: readonly number[]): Promise<void> {
    for (const dayMs of new Set(timesMs.map(dayOf))) {
      if (known.has(dayMs) || !mayHavePartition(dayMs, nowMs(), settings.trackingRetentionDays)) continue;
      if ((await createDay(db, dayMs)) === "busy") {
        logger.warn(
          { day: new Date(dayMs).toISOString() },
          "the tracking tables are locked: the partition of this day will be created later",
        );
        return;
      }
      known.add(dayMs);
    }
  };
}

/** Creates the partitions of the days of these partitions, which are given by their names. */
export async function prepareDaysOf(db: Database, partitions: readonly string[]): Promise<void> {
  for (const dayMs of new Set(partitions.map(dayOfPartition)))
    if (dayMs !== null && (await createDay(db, dayMs)) === "busy")
      throw new Error("The tracking tables are locked: another program uses this database.");
}
