import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { countEmails } from "../../notices/mail/email-job-store.ts";
import { sendEmail } from "../../notices/mail/send-email.ts";
import type { Needs } from "../parts.ts";
import type { User } from "../accounts/user-store.ts";
import { appLink, webAppUrlOf } from "./app-links.ts";
import { deleteLinkTokens, insertLinkToken } from "./link-token-store.ts";
import { createLinkToken } from "./link-token.ts";

const LIFETIME_MS = 24 * 3_600_000;
/** Limit on the emails that one account may cause. */
export const emailChangeLimit = { points: 5, windowSeconds: 3_600 };

/**
 * Emails a link to the new address of a locked account, which replaces an earlier link, and a notice to the current
 * address. Returns when the link expires; undefined, without an email, after too many requests within the hour.
 */
export async function startEmailChange(
  parts: Needs<"settings" | "jobs" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  { account, newEmail, audit }: { account: Pick<User, "id" | "email">; newEmail: string; audit: Audit },
): Promise<Date | undefined> {
  const { settings, nowMs } = parts;
  const createdAt = new Date(nowMs());
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const since = new Date(createdAt.getTime() - emailChangeLimit.windowSeconds * 1_000);
  const noticed = await countEmails(tx, { kind: "email-change-notice", recipient: account.email, since });
  if (noticed >= emailChangeLimit.points) return undefined;
  const { token, tokenHash } = createLinkToken();
  const purpose = "change-email";
  await deleteLinkTokens(tx, account.id, purpose);
  await insertLinkToken(tx, { tokenHash, purpose, userId: account.id, email: newEmail, createdAt, expiresAt });
  const link = appLink(settings, "verify-email", token);
  await sendEmail(parts, tx, { kind: purpose, to: newEmail, link, linkExpiresAt: expiresAt });
  const home = webAppUrlOf(settings);
  await sendEmail(parts, tx, { kind: "email-change-notice", to: account.email, link: home, linkExpiresAt: expiresAt });
  const after = { newEmail, linkExpiresAt: expiresAt.toISOString() };
  await audit(tx, { action: "user.ask-email-change", subject: { type: "user", id: account.id }, before: {}, after });
  return expiresAt;
}
