import type { Database, DatabaseOrTransaction } from "./database.ts";

/** Reads everything from one moment of the database, however many statements it takes. */
export async function readAtOnce<Result>(
  db: Database,
  read: (tx: DatabaseOrTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}
