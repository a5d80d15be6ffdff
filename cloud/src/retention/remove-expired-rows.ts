import { forgetExpiredLinks } from "../mail/email-job-store.ts";
import type { Parts } from "../parts.ts";
import { deleteEndedSessions, deleteExpiredLinkTokens, deleteOldEmails } from "./expired-row-store.ts";

const DAY_MS = 86_400_000;

/**
 * Removes rows that nothing asks for any more, and returns how many of each. Kept for ever: the audit log, the receipts of
 * idempotency keys, and invites. The limits' counters and finished jobs are removed by the libraries that keep them.
 */
export async function removeExpiredRows(
  parts: Parts,
  mayGoOn: () => Promise<boolean>,
): Promise<Record<string, number>> {
  const { db, settings, nowMs } = parts;
  const now = new Date(nowMs());
  await forgetExpiredLinks(db, now);
  return {
    sessions: await deleteEndedSessions(db, now, mayGoOn),
    linkTokens: await deleteExpiredLinkTokens(db, now, mayGoOn),
    emails: await deleteOldEmails(db, new Date(nowMs() - settings.emailRetentionDays * DAY_MS), mayGoOn),
  };
}
