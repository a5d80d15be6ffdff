import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Client } from "pg";

/** Any number that nothing else on the same database locks. */
const LOCK = 7_264_091_533;

/**
 * Runs `work` while no other process that starts on this database runs its own, and gives it the transaction that
 * holds the turn. Rejects as `work` does, and after five minutes of waiting.
 */
export async function takeTurn<T>(url: string, work: (tx: NodePgDatabase) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that is lost between two statements emits this alone, and would end the process; the next statement
  // rejects.
  client.on("error", () => {});
  await client.connect();
  try {
    // All in one transaction: behind a connection pooler, settings and locks of a session would outlive it, and affect
    // another one.
    return await drizzle({ client }).transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5min'`);
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      return work(tx);
    });
  } finally {
    await client.end();
  }
}
