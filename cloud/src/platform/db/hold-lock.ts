import { sql } from "drizzle-orm";
import { composeStatementOnce } from "./compose-once.ts";
import type { DatabaseOrTransaction } from "./database.ts";

const lock = composeStatementOnce(
  () => sql`select pg_advisory_xact_lock(hashtextextended(${sql.placeholder("name")}, 0))`,
);

/** Waits for the lock of this name, which only one transaction at a time has, and holds it until `tx` ends. */
export async function holdLock(tx: DatabaseOrTransaction, name: string): Promise<void> {
  await lock(tx, { name });
}
