import { type SQL, sql } from "drizzle-orm";
import { scans } from "../../platform/db/tables.ts";

/**
 * The time when a scan counts as taken, as `orderTime` computes it and the index `scans_taken` has it: at its arrival
 * where the clock of its device was far off. `scan` is the table or its alias in the query.
 */
export const takenAt = (scan: string): SQL =>
  sql.raw(`(case when ${scan}.clock_suspect then ${scan}.received_at else ${scan}.timestamp end)`);

/** The time when a scan counts as taken, as a column of queries of the table `scans`. */
export const scanTakenAt = sql<Date>`${takenAt("scans")}`.mapWith(scans.receivedAt);
