import type { AuditAs } from "../../journal/audit/create-audit.ts";
import { appLink } from "../auth/app-links.ts";
import { insertLinkToken } from "../auth/link-token-store.ts";
import { createLinkToken } from "../auth/link-token.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sendEmail } from "../../notices/mail/send-email.ts";
import type { Needs } from "../parts.ts";
import type { User } from "../accounts/user-store.ts";
import { insertUser } from "../accounts/user-store.ts";
import { inviteStatusAt } from "./invite-rules.ts";
import { lockInvite, markInviteAccepted } from "./invite-store.ts";

const VERIFY_LIFETIME_MS = 3 * 24 * 3_600_000;

export type InvitedPerson = {
  name: string | null;
  /** Null for users who sign in with a provider. */
  passwordHash: string | null;
  /** True if the address is proven; if false, an email asks to confirm it. */
  isAddressProven: boolean;
  auditAs: AuditAs;
};

/**
 * Creates the account of an invite and accepts the invite. Undefined, without a change, if the invite is no longer open
 * or its address has an account.
 */
export async function completeInvite(
  parts: Needs<"settings" | "jobs" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  inviteId: string,
  { name, passwordHash, isAddressProven, auditAs }: InvitedPerson,
): Promise<Pick<User, "id" | "email" | "role"> | undefined> {
  const now = new Date(parts.nowMs());
  const invite = await lockInvite(tx, inviteId);
  if (!invite || inviteStatusAt(invite, now) !== "open") return undefined;
  const account = { id: parts.newId(), email: invite.email, role: invite.role };
  const emailVerifiedAt = isAddressProven ? now : null;
  const isNew = await insertUser(tx, { ...account, name, passwordHash, emailVerifiedAt, createdAt: now });
  if (!isNew) return undefined;
  await markInviteAccepted(tx, invite.id, now);
  if (!isAddressProven) await askToVerify(parts, tx, account, now);
  const audit = auditAs(account);
  const after = { ...account, name, emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null, inviteId: invite.id };
  await audit(tx, { action: "user.create", subject: { type: "user", id: account.id }, before: null, after });
  const subject = { type: "invite", id: invite.id };
  await audit(tx, { action: "invite.accept", subject, before: { status: "open" }, after: { status: "accepted" } });
  return account;
}

async function askToVerify(
  parts: Needs<"settings" | "jobs" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  { id: userId, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  const { token, tokenHash } = createLinkToken();
  const purpose = "verify-email";
  const expiresAt = new Date(now.getTime() + VERIFY_LIFETIME_MS);
  await insertLinkToken(tx, { tokenHash, purpose, userId, createdAt: now, expiresAt });
  const link = appLink(parts.settings, purpose, token);
  await sendEmail(parts, tx, { kind: purpose, to: email, link, linkExpiresAt: expiresAt });
}
