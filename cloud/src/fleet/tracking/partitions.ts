import type { Needs } from "../parts.ts";
import type { Database } from "../../platform/db/database.ts";
import { dayOf, dayOfPartition, mayHavePartition } from "./partition-days.ts";
import { createDay } from "./partition-store.ts";

/**
 * Sees to it that the days of coming events have partitions. A day that is far off (a wrong clock) gets none, and a day
 * whose partition cannot be made now is tried again with the next events: their rows lie in the default partition until
 * then, where they are found as well. Call it before the transaction that writes the events, not in it.
 */
export function createPartitionKeeper({ db, logger, nowMs, settings }: Needs<"db" | "logger" | "nowMs" | "settings">) {
  const known = new Set<number>();
  return async function prepareDays(timesMs: readonly number[]): Promise<void> {
    for (const dayMs of new Set(timesMs.map(dayOf))) {
      if (known.has(dayMs) || !mayHavePartition(dayMs, nowMs(), settings.trackingRetentionDays)) continue;
      if ((await createDay(db, dayMs)) === "busy") {
        logger.warn(
          { day: new Date(dayMs).toISOString() },
          "tables are locked: no tracking partition made for this day yet",
        );
        return;
      }
      known.add(dayMs);
    }
  };
}

/** Sees to it that the days of these partitions, given by their names, have partitions here as well. */
export async function prepareDaysOf(db: Database, partitions: readonly string[]): Promise<void> {
  for (const dayMs of new Set(partitions.map(dayOfPartition)))
    if (dayMs !== null && (await createDay(db, dayMs)) === "busy")
      throw new Error("The tracking tables are locked: something else works on this database.");
}
