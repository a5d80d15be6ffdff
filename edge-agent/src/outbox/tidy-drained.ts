import type { Database } from "better-sqlite3";
import type { Logger } from "../base/logger.ts";
import type { Store } from "./store.ts";
import { prepared } from "./prepared.ts";

/** Free pages from which on the file gives space back to the disk. */
const FREE_PAGES_KEPT = 2048;
/** One call takes up to 128 MiB off the file, in steps of some 2 ms: a single long one costs many times as much. */
const PAGES_PER_STEP = 1024;
const STEPS = 16;

/** Restores the ballast and shrinks the file, a part of it with each call, if no record waits. Never throws. */
export function tidyDrained(store: Store, logger: Logger): void {
  try {
    store.run("tidy", "the drained outbox", (db) => {
      if (prepared(db, "SELECT 1 FROM records WHERE parked_at_ms IS NULL LIMIT 1").get() !== undefined) return;
      store.ballast.restore();
      for (let step = 0; step < STEPS && countFreePages(db) > FREE_PAGES_KEPT; step += 1)
        db.pragma(`incremental_vacuum(${PAGES_PER_STEP})`);
    });
  } catch (error) {
    logger.warn({ err: error }, "outbox maintenance failed; continuing");
  }
}

const countFreePages = (db: Database) => prepared<[], number>(db, "PRAGMA freelist_count").pluck().get() ?? 0;
