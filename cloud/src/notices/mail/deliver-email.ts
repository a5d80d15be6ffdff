import { defineWorker } from "../../platform/jobs/define-worker.ts";
import { withLink } from "./compose-email.ts";
import {
  findAbandonedEmails,
  findEmailJob,
  lockEmailJob,
  markEmailNotSent,
  markEmailSent,
  markEmailUnsendable,
} from "./email-job-store.ts";
import { deliverEmailKind } from "./send-email.ts";
import type { Needs } from "../parts.ts";

/**
 * Delivers a mail that is still pending, and writes down what became of it. A mail that went out just before the process
 * ended goes out again, with the same Message-ID, by which mail programs show it once.
 */
export const deliverEmail = defineWorker(
  deliverEmailKind,
  ({ db, mailer, nowMs }: Needs<"db" | "mailer" | "nowMs">) =>
    async ({ emailJobId }, attempt) => {
      const job = await findEmailJob(db, emailJobId);
      if (job?.status !== "pending") return;
      // Maintenance deletes expired links, also while their mail is pending.
      if (job.link === null || job.linkExpiresAt.getTime() <= nowMs()) {
        const reason = "The link expired before the mail could be sent.";
        await markEmailNotSent(db, job.id, { status: "failed", reason });
        return;
      }
      if (!mailer) {
        await markEmailUnsendable(db, job.id);
        return;
      }
      const text = withLink(job.body, job.link);
      const messageId = `<${job.id}@container-inspection>`;
      const delivery = await mailer.send({ to: job.recipient, subject: job.subject, text, messageId });
      if (delivery.outcome === "sent") return markEmailSent(db, job.id, new Date(nowMs()));
      const { outcome, reason } = delivery;
      const isFinal = outcome === "refused" || attempt.isLast;
      await markEmailNotSent(db, job.id, { status: isFinal ? "failed" : "pending", reason });
      if (!isFinal) throw new Error(`the mail server did not take the mail: ${reason}`);
    },
  {
    find: findAbandonedEmails,
    lock: async (tx, id) => (await lockEmailJob(tx, id))?.status === "pending",
    fail: (tx, _parts, { id, reason }) => markEmailNotSent(tx, id, { status: "failed", reason }),
  },
);
