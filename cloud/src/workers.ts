import type { WorkerDefinition } from "./platform/jobs/define-worker.ts";
import { recordFailedSignIn } from "./people/sign-in/record-failed-sign-in.ts";
import { startPasswordReset } from "./people/auth/start-password-reset.ts";
import { deliverEmail } from "./notices/mail/deliver-email.ts";
import { deliverPush } from "./notices/push/deliver-push.ts";
import { spreadNotice } from "./notices/push/spread-notice.ts";
import type { Parts } from "./parts.ts";
import { runImport } from "./inspection/manifests/imports/run-import.ts";
import { replayVisits } from "./inspection/rule-sets/replay-visits.ts";
import { judgeLanes } from "./inspection/judging/judge-lanes.ts";
import { finishPendingScan } from "./inspection/scans/finish-pending-scan.ts";

/** All background work, one row for each kind of job. */
export const workers: readonly WorkerDefinition<Parts>[] = [
  deliverEmail,
  startPasswordReset,
  recordFailedSignIn,
  finishPendingScan,
  replayVisits,
  judgeLanes,
  runImport,
  spreadNotice,
  deliverPush,
];

/** Begins to work on the jobs of every kind, until the queue is stopped. */
export async function startWorkers(parts: Parts, table: readonly WorkerDefinition<Parts>[] = workers): Promise<void> {
  for (const { kind, createHandler } of table) await parts.jobs.work(kind, createHandler(parts));
}
