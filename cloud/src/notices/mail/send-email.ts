import type { EmailKind } from "@container-inspection/shared-schemas";
import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import type { Needs } from "../parts.ts";
import { composeEmail } from "./compose-email.ts";
import { insertEmailJob } from "./email-job-store.ts";

/** Hands one email job to the mail server; the last of its tries comes some four hours after the first. */
export const deliverEmailKind: JobKind<{ emailJobId: string }> = {
  name: "deliver-email",
  data: z.object({ emailJobId: z.string() }),
  subjectPath: "$.emailJobId",
  retries: 12,
  firstRetrySeconds: 4,
  longestRetrySeconds: 3_600,
  timeoutSeconds: 120,
  atOnce: 2,
};

/** Enqueues a mail with the statements of `tx`, so that it goes out exactly when what it tells of has happened. */
export async function sendEmail(
  { jobs, newId, nowMs }: Needs<"jobs" | "newId" | "nowMs">,
  tx: DatabaseOrTransaction,
  { kind, to, link, linkExpiresAt }: { kind: EmailKind; to: string; link: string; linkExpiresAt: Date },
): Promise<void> {
  const id = newId();
  const createdAt = new Date(nowMs());
  await insertEmailJob(tx, { id, kind, recipient: to, ...composeEmail(kind), link, linkExpiresAt, createdAt });
  await jobs.enqueue(tx, deliverEmailKind, { emailJobId: id });
}
