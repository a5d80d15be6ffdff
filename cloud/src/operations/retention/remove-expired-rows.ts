import { forgetExpiredLinks } from "../../notices/mail/email-job-store.ts";
import type { Needs } from "../parts.ts";
import {
  deleteEndedSessions,
  deleteExpiredLinkTokens,
  deleteFormerStreamReceipts,
  deleteOldEmails,
} from "./expired-row-store.ts";

const DAY_MS = 86_400_000;

/**
 * Removes rows that nothing asks for any more, and returns how many of each. Kept for ever: the audit log, invites, and the
 * receipts of scans, evidence and identify. The limits' counters and finished jobs are removed by the libraries that keep them, the
 * receipts of heartbeats by the watch over devices, those of stream events with the days of tracking.
 */
export async function removeExpiredRows(
  parts: Needs<"settings" | "db" | "nowMs">,
  mayGoOn: () => Promise<boolean>,
): Promise<Record<string, number>> {
  const { db, settings, nowMs } = parts;
  const now = new Date(nowMs());
  await forgetExpiredLinks(db, now);
  return {
    sessions: await deleteEndedSessions(db, now, mayGoOn),
    linkTokens: await deleteExpiredLinkTokens(db, now, mayGoOn),
    emails: await deleteOldEmails(db, new Date(nowMs() - settings.emailRetentionDays * DAY_MS), mayGoOn),
    streamReceipts: await deleteFormerStreamReceipts(db, mayGoOn),
  };
}
