import { hasLiveJob } from "../../platform/jobs/job-store.ts";
import type { MaintenanceParts } from "./maintenance-work.ts";

/** One run settles at most this many of each kind; the next one goes on. */
const LIMIT = 1_000;
const REASON = "The last try was interrupted, and no further try is due.";

/**
 * Ends the wait of what no job is left for, as a failure: mails, pushes and scans whose last try ended with its
 * process, or whose job the queue no longer has. Returns how many of each kind.
 */
export async function settleAbandoned(
  parts: MaintenanceParts,
  mayGoOn: () => Promise<boolean>,
): Promise<Record<string, number>> {
  const settled: Record<string, number> = {};
  for (const { kind, abandoned } of parts.workers) {
    if (!abandoned) continue;
    let count = 0;
    for (const id of await abandoned.find(parts.db, kind, LIMIT)) {
      if (count % 100 === 0 && !(await mayGoOn())) break;
      const isSettled = await parts.db.transaction(async (tx) => {
        // Asked again once it is locked: a person may just have had it tried again.
        if (!(await abandoned.lock(tx, id)) || (await hasLiveJob(tx, kind, id))) return false;
        await abandoned.fail(tx, parts, { id, reason: REASON });
        return true;
      });
      if (isSettled) count += 1;
    }
    settled[kind.name] = count;
  }
  return settled;
}
