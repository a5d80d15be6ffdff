import { hasLiveJob } from "../../platform/jobs/job-store.ts";
import type { MaintenanceParts } from "./maintenance-work.ts";

/** One run settles at most this many of each kind; the next one continues. */
const LIMIT = 1_000;
const REASON = "The last attempt was interrupted, and no further attempt is due.";

/**
 * Marks pending mails, pushes and scans without a job as failed: their last attempt ended with its process, or the
 * queue no longer has the job. Returns how many of each kind.
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
        // Checked again under the lock: an administrator may just have retried it.
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
