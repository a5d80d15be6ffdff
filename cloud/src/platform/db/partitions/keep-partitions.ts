import type { Logger } from "../../logging/logger.ts";
import type { Database } from "../database.ts";
import { analyzeGrownTable, checkReferencesTo, closeFullPartition, rangeTables } from "./range-store.ts";

export type PartitionParts = { db: Database; logger: Logger; nowMs: () => number };

export type PartitionsKept = {
  /** The tables that have a new open partition. */
  closed: string[];
  /** A table was locked: try again soon. */
  isBusy: boolean;
};

/**
 * Does what partitions need from time to time. Every step can be repeated, and none keeps a table locked for longer
 * than a moment.
 */
export async function keepPartitions(
  { db, logger, nowMs }: PartitionParts,
  mayGoOn: () => Promise<boolean>,
  { fullRows }: { fullRows?: number } = {},
): Promise<PartitionsKept> {
  let isBusy = false;
  const closed: string[] = [];
  for (const table of rangeTables) {
    if (!(await mayGoOn())) break;
    const outcome = await closeFullPartition(db, table, {
      nowMs: nowMs(),
      ...(fullRows === undefined ? {} : { fullRows }),
    });
    if (outcome === "done") closed.push(table);
    if (outcome === "busy") isBusy = true;
    if (outcome === "ahead")
      logger.warn({ table }, "a row has an id of the future, made by a wrong clock: no partition is closed until then");
    if ((await checkReferencesTo(db, table)) === "busy") isBusy = true;
    await analyzeGrownTable(db, table);
  }
  if (isBusy) logger.warn("a table is locked, for example by a backup; retrying in ten minutes");
  return { closed, isBusy };
}
