import type { EmailKind } from "@container-inspection/shared-schemas/emails";
import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import type { Needs } from "../parts.ts";
import { composeEmail, type LinkEmailKind } from "./compose-email.ts";
import { insertEmailJob } from "./email-job-store.ts";

/** One attempt to hand an email to the mail server. `earlier` are attempts before an administrator's retry. */
const emailAttempt = z.object({
  emailJobId: z.string(),
  attempt: z.int(),
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

/** A mail as its reader sees it, as text and as HTML, with `{link}` in place of its link. */
export type ComposedEmail = { subject: string; body: string; html?: string };
type Address = { to: string; link: string; linkExpiresAt: Date };
type Parts = Needs<"jobs" | "newId" | "nowMs">;

/** Enqueues an email with the statements of `tx`, so that it is sent if and only if its cause is committed. */
export async function sendEmail(
  parts: Parts,
  tx: DatabaseOrTransaction,
  { kind, ...address }: Address & { kind: LinkEmailKind },
): Promise<void> {
  await sendComposed(parts, tx, { kind, ...address, ...composeEmail(kind) });
}

/** Enqueues an email whose text was written for its recipient; it is not sent after `linkExpiresAt`. */
export async function sendComposed(
  { jobs, newId, nowMs }: Parts,
  tx: DatabaseOrTransaction,
  { to, ...email }: Address & ComposedEmail & { kind: EmailKind },
): Promise<void> {
  const id = newId();
  await insertEmailJob(tx, { id, recipient: to, ...email, createdAt: new Date(nowMs()) });
  await jobs.enqueue(tx, deliverEmailKind, { emailJobId: id, attempt: 1 });
}
