import type { WorkerDefinition } from "./jobs/define-worker.ts";
import { recordFailedSignIn } from "./auth/record-failed-sign-in.ts";
import { startPasswordReset } from "./auth/start-password-reset.ts";
import { watchEdgeDevices } from "./edge-devices/watch-edge-devices.ts";
import { deliverEmail } from "./mail/deliver-email.ts";
import { deliverPush } from "./push/deliver-push.ts";
import { spreadNotice } from "./push/spread-notice.ts";
import type { Parts } from "./parts.ts";
import { finishPendingScan } from "./scans/finish-pending-scan.ts";

/** All background work, one row for each kind of job. */
export const workers: readonly WorkerDefinition[] = [
  deliverEmail,
  startPasswordReset,
  recordFailedSignIn,
  finishPendingScan,
  spreadNotice,
  deliverPush,
  watchEdgeDevices,
];

/** Begins to work on the jobs of every kind, until the queue is stopped. */
export async function startWorkers(parts: Parts, table: readonly WorkerDefinition[] = workers): Promise<void> {
  for (const { kind, createHandler } of table) await parts.jobs.work(kind, createHandler(parts));
}
