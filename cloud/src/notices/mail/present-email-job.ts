import type { emailJob } from "@container-inspection/shared-schemas/emails";
import type { z } from "zod";
import type { EmailJobRow } from "./email-job-store.ts";

/** An email job as admins see it; the link only where they must pass it on themselves. */
export function presentEmailJob(job: EmailJobRow, now: Date): z.infer<typeof emailJob> {
  const { id, kind, recipient: to, subject, status, attempts, lastError, linkExpiresAt, createdAt, sentAt } = job;
  const isForAdmins = status === "no-mail-server" && linkExpiresAt > now;
  return {
    id,
    kind,
    to,
    subject,
    status,
    attempts,
    lastError,
    link: isForAdmins ? job.link : null,
    linkExpiresAt: linkExpiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}
