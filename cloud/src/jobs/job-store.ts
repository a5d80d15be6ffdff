import { sql } from "drizzle-orm";
import { fromDrizzle, type Db } from "pg-boss";
import type { DatabaseOrTransaction } from "../db/connect.ts";

/** Has the queue's statements run in a transaction of ours, so that a job exists exactly when its cause does. */
export function queueStatementsOf(tx: DatabaseOrTransaction): Db {
  return fromDrizzle(tx, sql);
}
