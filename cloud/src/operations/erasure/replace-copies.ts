import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../platform/db/database.ts";
import { findBatchEnd, findSearchedTables, type Replacements, replaceTexts, type SearchedTable } from "./copy-store.ts";

/** Rows that one statement reads: a second's work at most, so that no request waits long for a lock. */
const BATCH_ROWS = 2_000;

/**
 * Replaces an address and a name in every text of the database, table by table and in the order of keys. The service
 * may run; between two batches it pauses as long as the last one took. Returns the number of changed rows per table,
 * without tables that had none. It can end after any batch: replaced texts are not found again.
 */
export async function replaceCopies(
  db: Database,
  replacements: Replacements,
  { batchRows = BATCH_ROWS }: { batchRows?: number } = {},
): Promise<Record<string, number>> {
  const replaced: Record<string, number> = {};
  for (const table of await findSearchedTables(db)) {
    const rows = await replaceInTable(db, table, { replacements, batchRows });
    if (rows > 0) replaced[table.name] = rows;
  }
  return replaced;
}

async function replaceInTable(
  db: Database,
  table: SearchedTable,
  { replacements, batchRows }: { replacements: Replacements; batchRows: number },
): Promise<number> {
  let replaced = 0;
  for (let after: string[] | undefined; ;) {
    const startedAt = performance.now();
    const until = await findBatchEnd(db, table, { after, limit: batchRows });
    replaced += await replaceTexts(db, table, { ...replacements, after, until });
    if (until === undefined) return replaced;
    after = until;
    await delay(performance.now() - startedAt);
  }
}
