import { sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "./database.ts";
import { hasCode } from "./error-code.ts";

export const LOCK_NOT_AVAILABLE = "55P03";
export const DEADLOCK = "40P01";

/** `busy`: something else, such as a backup, held a lock for too long; the work can wait for another time. */
export type LockOutcome = "done" | "busy";

/**
 * In a transaction that changes tables, sets how long it waits for a lock. Those who ask for the table afterwards wait
 * behind it, so that is not long. Where it and a writer wait for each other, it is the one that gives up: Postgres
 * looks for such a deadlock, and ends either, after a second.
 */
export async function waitShortly(tx: DatabaseOrTransaction): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '100ms'`);
}

/** Changes tables in a transaction of its own that waits shortly for its locks. */
export async function withShortLocks(
  db: Database,
  change: (tx: DatabaseOrTransaction) => Promise<unknown>,
): Promise<LockOutcome> {
  try {
    await db.transaction(async (tx) => {
      await waitShortly(tx);
      await change(tx);
    });
    return "done";
  } catch (error) {
    if (hasCode(error, LOCK_NOT_AVAILABLE, DEADLOCK)) return "busy";
    throw error;
  }
}
