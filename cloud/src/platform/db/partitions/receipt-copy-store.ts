import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database.ts";
import { hasCode } from "../error-code.ts";
import { withShortLocks } from "../short-locks.ts";

// Receipts of idempotency keys become partitioned by a hash of the key, which needs a copy. Migration 0045 has made
// the tables below and a trigger that writes every later insert and delete of a receipt to both. Here the earlier ones
// follow in batches; then the copy takes the place of the table, which is dropped.

const NEXT = sql.raw("drizzle.idempotency_receipts_next");
const COPIED = sql.raw("drizzle.idempotency_receipts_copied");

const UNDEFINED_TABLE = "42P01";

/** Rows of a batch, which is a transaction: a quarter of a second or so. */
const BATCH_ROWS = 5_000;

export type CopyOutcome = {
  /** Receipts read by this call. */
  copied: number;
  /** `left`: it had to stop; `busy`: only the switch is left, and the table was locked. */
  state: "done" | "left" | "busy";
};

/** Whether the receipts are still in a table without partitions. */
export async function mustCopyReceipts(db: DatabaseOrTransaction): Promise<boolean> {
  const { rows } = await db.execute<{ isCopying: boolean }>(
    sql`select to_regclass('drizzle.idempotency_receipts_copied') is not null as "isCopying"`,
  );
  return rows[0]?.isCopying === true;
}

/**
 * Copies the receipts from where the last call has stopped, as long as `mayGoOn` allows, and switches to the copy when
 * it is complete. It pauses as long as each batch took, which leaves half of the time to others.
 */
export async function copyReceipts(
  db: Database,
  { mayGoOn, batchRows = BATCH_ROWS }: { mayGoOn: () => Promise<boolean>; batchRows?: number },
): Promise<CopyOutcome> {
  for (let copied = 0; ;) {
    if (!(await mustCopyReceipts(db))) return { copied, state: "done" };
    if (!(await mayGoOn())) return { copied, state: "left" };
    const startedAt = performance.now();
    const rows = (await unlessSwitched(copyBatch(db, batchRows))) ?? 0;
    copied += rows;
    if (rows < batchRows) return { copied, state: (await unlessSwitched(switchTables(db))) ?? "done" };
    await delay(performance.now() - startedAt);
  }
}

/**
 * Begins again, after a restore has written the receipts without the trigger. Call it in the transaction of the
 * restore.
 */
export async function restartReceiptCopy(tx: DatabaseOrTransaction): Promise<void> {
  if (!(await mustCopyReceipts(tx))) return;
  await tx.execute(sql`truncate ${NEXT}`);
  await tx.execute(sql`update ${COPIED} set route = '', key = ''`);
}

/**
 * Copies the next receipts, and returns how many it has read. A receipt that is deleted between the read and the write
 * comes back: those have expired, and the next retention deletes it again.
 */
async function copyBatch(db: Database, batchRows: number): Promise<number> {
  return db.transaction(async (tx) => {
    const place = await tx.execute<{ route: string; key: string }>(sql`select route, key from ${COPIED} for update`);
    const [last] = place.rows;
    if (!last) return 0;
    const { rows } = await tx.execute<{ route: string; key: string; count: number }>(sql`
      with batch as materialized (
        select * from idempotency_receipts where (route, key) > (${last.route}, ${last.key})
        order by route, key limit ${batchRows}
      ), written as (insert into ${NEXT} select * from batch on conflict do nothing)
      select route, key, (select count(*)::int from batch) as count from batch order by route desc, key desc limit 1`);
    const [end] = rows;
    if (!end) return 0;
    await tx.execute(sql`update ${COPIED} set route = ${end.route}, key = ${end.key}`);
    return end.count;
  });
}

/** Writers wait for a moment; those that waited write to the new table. */
async function switchTables(db: Database): Promise<"done" | "busy"> {
  return withShortLocks(db, async (tx) => {
    // First what each batch locks first: a batch of another process must be through.
    await tx.execute(sql`lock table ${COPIED} in access exclusive mode`);
    await tx.execute(sql`select drizzle.switch_receipts(false)`);
  });
}

/** Does `work` with what is left of the copy; undefined if another process has switched before. */
async function unlessSwitched<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, UNDEFINED_TABLE)) return undefined;
    throw error;
  }
}
