import { sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "./database.ts";
import { hasCode } from "./error-code.ts";

export const LOCK_NOT_AVAILABLE = "55P03";
export const DEADLOCK = "40P01";

/** `busy`: something else, such as a backup, held a lock for too long; the work can wait for another time. */
export type LockOutcome = "done" | "busy";

/**
 * Limits the time for which a transaction that changes tables waits for a lock. Later requests for the table wait
 * behind it, so the time is short. If the transaction and a writer wait for each other, the transaction gives up:
 * Postgres looks for such a deadlock, and ends either, after a second.
 */
export async function waitShortly(tx: DatabaseOrTransaction): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '100ms'`);
}

/** Changes tables in a separate transaction that waits shortly for its locks. */
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
