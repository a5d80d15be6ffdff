import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";

const supervisorNotice = z.object({
  /** The subject, such as `escalation`; the app finds it in the data as `kind`. */
  kind: z.string(),
  title: z.string(),
  /** Shortened if it is too long for the push service. */
  body: z.string(),
  /** Data for the app, which opens the subject of the notice. */
  data: z.record(z.string(), z.string()),
  /**
   * Key of at most 64 ASCII characters: a second notice with it takes the place of the first on the screen.
   */
  collapseKey: z.string().regex(/^[\x21-\x7e]{1,64}$/),
  /** The user who caused it and gets no notice. */
  exceptUserId: z.string().nullable(),
});
export type SupervisorNotice = z.infer<typeof supervisorNotice>;

/**
 * Finds the devices of one notice. Each has its own delivery, so a failure does not repeat the notice on other devices.
 */
export const notifySupervisorsKind: JobKind<SupervisorNotice> = {
  name: "notify-supervisors",
  data: supervisorNotice,
  retries: 10,
  firstRetrySeconds: 2,
  longestRetrySeconds: 300,
  timeoutSeconds: 60,
  atOnce: 1,
  batchSize: 8,
};

/** Notifies the devices of all supervisors and admins if and only if the transaction commits. */
export async function notifySupervisors(
  tx: DatabaseOrTransaction,
  jobs: Jobs,
  notice: SupervisorNotice,
): Promise<void> {
  await jobs.enqueue(tx, notifySupervisorsKind, notice);
}
