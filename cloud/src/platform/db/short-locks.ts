import { sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "./database.ts";
import { hasCode } from "./error-code.ts";

export const LOCK_NOT_AVAILABLE = "55P03";
export const DEADLOCK = "40P01";

/** `busy`: something else, such as a backup, held a lock for too long; the work can wait for another time. */
export type LockOutcome = "done" | "busy";

/**
 * Changes tables in a transaction of its own that gives up when a lock is not free within a second: those who ask for
 * the table afterwards wait behind it.
 */
export async function withShortLocks(
  db: Database,
  change: (tx: DatabaseOrTransaction) => Promise<unknown>,
): Promise<LockOutcome> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '1s'`);
      await change(tx);
    });
    return "done";
  } catch (error) {
    if (hasCode(error, LOCK_NOT_AVAILABLE, DEADLOCK)) return "busy";
    throw error;
  }
}
