import { and, eq, sql } from "drizzle-orm";
import { composeOnce, placeholders } from "../db/compose-once.ts";
import type { DatabaseOrTransaction } from "../db/database.ts";
import { idempotencyReceipts } from "../db/tables.ts";
import type { ReceiptShelf } from "./receipts.ts";

const insertReceipt = composeOnce((db) =>
  db
    .insert(idempotencyReceipts)
    .values(placeholders("route", "key", "requestSha256", "reply", "status", "createdAt"))
    .onConflictDoNothing()
    .returning({ key: idempotencyReceipts.key }),
);

/** The shelf of a route in the database. */
export type DatabaseShelf = ReceiptShelf<DatabaseOrTransaction>;

/**
 * Stores the receipts of one operation, such as `ingestCategoryScanV1`, by key, in the table of all routes without
 * their own shelf. A route that makes its shelf once also builds the query that finds receipts only once.
 */
export function sharedShelf(db: DatabaseOrTransaction, route: string): DatabaseShelf {
  const { requestSha256, reply } = idempotencyReceipts;
  const query = db
    .select({ requestSha256, reply })
    .from(idempotencyReceipts)
    .where(and(eq(idempotencyReceipts.route, route), eq(idempotencyReceipts.key, sql.placeholder("key"))))
    .prepare("find_receipt");
  return {
    async find(key) {
      const [receipt] = await query.execute({ key });
      return receipt;
    },
    async insert(tx, key, receipt, nowMs) {
      const written = await insertReceipt(tx, { ...receipt, route, key, status: 200, createdAt: new Date(nowMs) });
      return written.length > 0;
    },
  };
}
