import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "./database.ts";

/** Waits for the lock of this name, which only one transaction at a time has, and holds it until `tx` ends. */
export async function holdLock(tx: DatabaseOrTransaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
