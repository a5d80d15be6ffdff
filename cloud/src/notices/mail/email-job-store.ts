import { and, count, eq, gt, isNotNull, lte } from "drizzle-orm";
import { emailJobs } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { createDeliveryStore } from "../deliveries/delivery-store.ts";

export type EmailJobRow = typeof emailJobs.$inferSelect;
export type NewEmailJob = Pick<
  EmailJobRow,
  "id" | "kind" | "recipient" | "subject" | "body" | "linkExpiresAt" | "createdAt"
> & { link: string; html?: string };

/** The emails, each a delivery with a link in it. */
export const emailStore = createDeliveryStore(emailJobs, "sent");

export async function insertEmailJob(db: DatabaseOrTransaction, job: NewEmailJob): Promise<void> {
  await db.insert(emailJobs).values({ ...job, status: "pending" });
}

/** Returns the number of emails of a kind that have been written to an address since a time. */
export async function countEmails(
  db: DatabaseOrTransaction,
  { kind, recipient, since }: Pick<EmailJobRow, "kind" | "recipient"> & { since: Date },
): Promise<number> {
  const isMeant = and(eq(emailJobs.kind, kind), eq(emailJobs.recipient, recipient), gt(emailJobs.createdAt, since));
  const [row] = await db.select({ emails: count() }).from(emailJobs).where(isMeant);
  return row?.emails ?? 0;
}

/** Records that there is no mail server: the link stays in the row for an administrator to pass on. */
export async function markEmailUnsendable(db: DatabaseOrTransaction, id: string): Promise<void> {
  const isPending = and(eq(emailJobs.id, id), eq(emailJobs.status, "pending"));
  await db.update(emailJobs).set({ status: "no-mail-server" }).where(isPending);
}

/** Deletes links that have expired; returns of how many emails. */
export async function forgetExpiredLinks(db: DatabaseOrTransaction, now: Date): Promise<number> {
  const forgotten = await db
    .update(emailJobs)
    .set({ link: null })
    .where(and(lte(emailJobs.linkExpiresAt, now), isNotNull(emailJobs.link)))
    .returning({ id: emailJobs.id });
  return forgotten.length;
}
