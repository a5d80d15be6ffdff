import type { Logger } from "../logger.ts";
import type { Store } from "./store.ts";
import { prepared } from "./prepared.ts";

/** Free pages from which on the file gives space back to the disk, and how many at a time. */
const FREE_PAGES_KEPT = 2048;
const PAGES_PER_STEP = 1024;

/** When no record waits: restores the ballast and shrinks the file, one step at a time. Never throws. */
export function tidyDrained(store: Store, logger: Logger): void {
  try {
    store.run("tidy", "the drained outbox", (db) => {
      if (prepared(db, "SELECT 1 FROM records WHERE parked_at_ms IS NULL LIMIT 1").get() !== undefined) return;
      store.ballast.restore();
      const freePages = prepared<[], number>(db, "PRAGMA freelist_count").pluck().get() ?? 0;
      if (freePages > FREE_PAGES_KEPT) db.pragma(`incremental_vacuum(${PAGES_PER_STEP})`);
    });
  } catch (error) {
    logger.warn({ err: error }, "outbox maintenance failed; continuing");
  }
}
