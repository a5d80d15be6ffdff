import Database from "better-sqlite3";
import { migrate } from "../schema.ts";
import type { Store } from "../store.ts";

/** A store in memory, which a simulation uses again and again. */
export type MemoryStore = Store & {
  /** Deletes all that the tables hold. */
  clear(): void;
};

/** A store without files, with the tables of this program's version. A transaction that does not end leaves nothing. */
export function openMemoryStore(): MemoryStore {
  const db = new Database(":memory:");
  db.pragma("foreign_keys = ON");
  migrate(db);
  const work: Store["run"] = (_operation, _subject, write) => write(db);
  const emptyAll = [
    ...["pictures", "records", "sequences", "deliveries", "intake", "gaps", "picture_keys", "sqlite_sequence"].map(
      (table) => `DELETE FROM ${table}`,
    ),
    "UPDATE facts SET value = 0",
  ].map((sql) => db.prepare(sql));
  return {
    ballast: { inPlace: () => true, isCovered: () => true, restore() {}, release: () => false },
    run: work,
    fill: work,
    relieve: work,
    drain: work,
    spareDiskBytes: () => null,
    quarantines: () => [],
    clear: db.transaction(() => {
      for (const statement of emptyAll) statement.run();
    }),
    close() {},
  };
}
