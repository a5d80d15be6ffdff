import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "./database.ts";

/**
 * True for a standby before its promotion, and for a primary that has been fenced off: both accept reads and reject
 * writes.
 */
export async function isReadOnly(db: DatabaseOrTransaction): Promise<boolean> {
  const { rows } = await db.execute(sql`select current_setting('transaction_read_only') = 'on' as "readOnly"`);
  return rows[0]?.["readOnly"] === true;
}
