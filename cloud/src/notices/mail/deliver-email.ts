import { defineDeliveryWorker } from "../deliveries/deliver-by-jobs.ts";
import { doublingWaits, type Outcome } from "../deliveries/delivery-rules.ts";
import type { Needs } from "../parts.ts";
import { withLink } from "./compose-email.ts";
import { type EmailJobRow, emailStore, markEmailUnsendable } from "./email-job-store.ts";
import { deliverEmailKind } from "./send-email.ts";

/**
 * Delivers emails. One that was sent just before the process ended is sent again with the same Message-ID, so mail
 * programs show it once.
 */
export const deliverEmail = defineDeliveryWorker({
  store: emailStore,
  // The last attempt comes some three hours after the first.
  backOff: { waitsSeconds: doublingWaits(4, 3_600, 12) },
  failure: "an email could not be delivered",
  // A link that has been sent belongs to its recipient alone.
  columns: ({ deliveredAt }) => (deliveredAt ? { sentAt: deliveredAt, link: null } : {}),
  kind: deliverEmailKind,
  dataOf: ({ deliveryId: emailJobId, attempt, earlier }) => ({ emailJobId, attempt, earlier }),
  attemptOf: ({ emailJobId: deliveryId, attempt, earlier = 0 }) => ({ deliveryId, attempt, earlier }),
  attempt: attemptEmail,
});

async function attemptEmail(
  { db, mailer, nowMs }: Needs<"db" | "mailer" | "nowMs">,
  { id, recipient: to, subject, body, html, link, linkExpiresAt, createdAt: date }: EmailJobRow,
): Promise<Outcome | undefined> {
  // Maintenance deletes expired links, also of pending emails.
  if (link === null || linkExpiresAt.getTime() <= nowMs())
    return { kind: "refused", reason: "The link expired before the mail could be sent." };
  if (!mailer) {
    await markEmailUnsendable(db, id);
    return undefined;
  }
  const messageId = `<${id}@container-inspection>`;
  const text = withLink(body, link);
  // A late mail is sorted into its reader's inbox by the time it was written.
  return mailer.send({ to, subject, text, ...(html !== null && { html: withLink(html, link) }), messageId, date });
}
