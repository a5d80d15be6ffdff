import type { EmailKind } from "@container-inspection/shared-schemas";
import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import type { Needs } from "../parts.ts";
import { composeEmail } from "./compose-email.ts";
import { insertEmailJob } from "./email-job-store.ts";

/** One attempt to hand an email to the mail server. `earlier` are attempts before an administrator's retry. */
const emailAttempt = z.object({
  emailJobId: z.string(),
  attempt: z.int().optional(),
  earlier: z.int().optional(),
});

export const deliverEmailKind: JobKind<z.infer<typeof emailAttempt>> = {
  name: "deliver-email",
  data: emailAttempt,
  subjectPath: "$.emailJobId",
  retries: 12,
  firstRetrySeconds: 4,
  longestRetrySeconds: 3_600,
  timeoutSeconds: 120,
  atOnce: 2,
};

/** Enqueues an email with the statements of `tx`, so that it is sent if and only if its cause is committed. */
export async function sendEmail(
  { jobs, newId, nowMs }: Needs<"jobs" | "newId" | "nowMs">,
  tx: DatabaseOrTransaction,
  { kind, to, link, linkExpiresAt }: { kind: EmailKind; to: string; link: string; linkExpiresAt: Date },
): Promise<void> {
  const id = newId();
  const createdAt = new Date(nowMs());
  await insertEmailJob(tx, { id, kind, recipient: to, ...composeEmail(kind), link, linkExpiresAt, createdAt });
  await jobs.enqueue(tx, deliverEmailKind, { emailJobId: id, attempt: 1 });
}
