import type { EmailStatus } from "@container-inspection/shared-schemas";
import { and, count, desc, eq, gt, isNotNull, lt, lte, ne, sql } from "drizzle-orm";
import { emailJobs } from "../../platform/db/account-tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { liveSubjects } from "../../platform/jobs/job-store.ts";

export type EmailJobRow = typeof emailJobs.$inferSelect;
export type NewEmailJob = Pick<
  EmailJobRow,
  "id" | "kind" | "recipient" | "subject" | "body" | "linkExpiresAt" | "createdAt"
> & { link: string };

export async function insertEmailJob(db: DatabaseOrTransaction, job: NewEmailJob): Promise<void> {
  await db.insert(emailJobs).values({ ...job, status: "pending" });
}

export async function findEmailJob(db: DatabaseOrTransaction, id: string): Promise<EmailJobRow | undefined> {
  const [job] = await db.select().from(emailJobs).where(eq(emailJobs.id, id));
  return job;
}

/** The same, and nobody else can change the job until the transaction ends. */
export async function lockEmailJob(tx: DatabaseOrTransaction, id: string): Promise<EmailJobRow | undefined> {
  const [job] = await tx.select().from(emailJobs).where(eq(emailJobs.id, id)).for("update");
  return job;
}

export type EmailJobFilter = {
  status?: EmailStatus | undefined;
  recipient?: string | undefined;
  beforeId?: string | undefined;
  limit: number;
};

/** Email jobs, newest first. */
export async function findEmailJobs(db: DatabaseOrTransaction, filter: EmailJobFilter): Promise<EmailJobRow[]> {
  const { status, recipient, beforeId, limit } = filter;
  return db
    .select()
    .from(emailJobs)
    .where(
      and(
        status && eq(emailJobs.status, status),
        recipient === undefined ? undefined : eq(emailJobs.recipient, recipient),
        beforeId === undefined ? undefined : lt(emailJobs.id, beforeId),
      ),
    )
    .orderBy(desc(emailJobs.id))
    .limit(limit);
}

/** How many mails of a kind an address was sent, or is to be sent, since a time. */
export async function countEmails(
  db: DatabaseOrTransaction,
  { kind, recipient, since }: Pick<EmailJobRow, "kind" | "recipient"> & { since: Date },
): Promise<number> {
  const isMeant = and(eq(emailJobs.kind, kind), eq(emailJobs.recipient, recipient), gt(emailJobs.createdAt, since));
  const [row] = await db.select({ emails: count() }).from(emailJobs).where(isMeant);
  return row?.emails ?? 0;
}

/** Notes that a mail is out, and forgets its link: it is the recipient's alone now. */
export async function markEmailSent(db: DatabaseOrTransaction, id: string, sentAt: Date): Promise<void> {
  await db
    .update(emailJobs)
    .set({ status: "sent", sentAt, link: null, lastError: null, attempts: sql`${emailJobs.attempts} + 1` })
    .where(eq(emailJobs.id, id));
}

/** Notes a try that failed, unless another job of the mail has settled it. `pending` when it will be tried again. */
export async function markEmailNotSent(
  db: DatabaseOrTransaction,
  id: string,
  { status, reason }: { status: "pending" | "failed"; reason: string },
): Promise<void> {
  await db
    .update(emailJobs)
    .set({ status, lastError: reason, attempts: sql`${emailJobs.attempts} + 1` })
    .where(and(eq(emailJobs.id, id), eq(emailJobs.status, "pending")));
}

/** Notes that there is no mail server: the link stays for an admin to pass on. */
export async function markEmailUnsendable(db: DatabaseOrTransaction, id: string): Promise<void> {
  const isPending = and(eq(emailJobs.id, id), eq(emailJobs.status, "pending"));
  await db.update(emailJobs).set({ status: "no-mail-server" }).where(isPending);
}

/** Makes a mail that is not out pending, also one whose process died; undefined when it is out, or its link has expired. */
export async function reopenEmailJob(
  db: DatabaseOrTransaction,
  id: string,
  now: Date,
): Promise<EmailJobRow | undefined> {
  const [job] = await db
    .update(emailJobs)
    .set({ status: "pending" })
    .where(and(eq(emailJobs.id, id), ne(emailJobs.status, "sent"), gt(emailJobs.linkExpiresAt, now)))
    .returning();
  return job;
}

/** Ids of pending mails that no job is to send, the oldest first. */
export async function findAbandonedEmails(
  db: DatabaseOrTransaction,
  kind: { name: string; subjectPath?: string },
  limit: number,
): Promise<string[]> {
  const found = await db
    .select({ id: emailJobs.id })
    .from(emailJobs)
    .where(and(eq(emailJobs.status, "pending"), sql`${emailJobs.id} not in ${liveSubjects(kind)}`))
    .orderBy(emailJobs.id)
    .limit(limit);
  return found.map(({ id }) => id);
}

/** Deletes links that have expired, and returns of how many mails. */
export async function forgetExpiredLinks(db: DatabaseOrTransaction, now: Date): Promise<number> {
  const forgotten = await db
    .update(emailJobs)
    .set({ link: null })
    .where(and(lte(emailJobs.linkExpiresAt, now), isNotNull(emailJobs.link)))
    .returning({ id: emailJobs.id });
  return forgotten.length;
}
