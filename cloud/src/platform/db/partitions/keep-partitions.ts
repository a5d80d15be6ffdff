import type { Logger } from "../../logging/logger.ts";
import type { Database } from "../database.ts";
import { analyzeGrownTable, checkReferencesTo, closeFullPartition, rangeTables } from "./range-store.ts";
import { copyReceipts } from "./receipt-copy-store.ts";

export type PartitionParts = { db: Database; logger: Logger; nowMs: () => number };

export type PartitionsKept = {
  /** The tables that have a new open partition. */
  closed: string[];
  copiedReceipts: number;
  /** A table was locked, or the copy of the receipts is not complete: try again soon. */
  isBusy: boolean;
};

/**
 * What partitions need from time to time, and what a migration has left to be done while the service runs. Every step
 * can be repeated, and none keeps a table locked for longer than a moment.
 */
export async function keepPartitions(
  { db, logger, nowMs }: PartitionParts,
  mayGoOn: () => Promise<boolean>,
  { fullRows, batchRows }: { fullRows?: number; batchRows?: number } = {},
): Promise<PartitionsKept> {
  const { copied, state } = await copyReceipts(db, { mayGoOn, ...(batchRows === undefined ? {} : { batchRows }) });
  let isBusy = state !== "done";
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
  if (isBusy) logger.warn("a table is locked, for example by a backup, or still being copied; retrying in ten minutes");
  return { closed, copiedReceipts: copied, isBusy };
}
