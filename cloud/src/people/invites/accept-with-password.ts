import type { AuditAs } from "../../journal/audit/create-audit.ts";
import { hashLinkToken } from "../auth/link-token.ts";
import { openSession } from "../auth/open-session.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { SessionOrigin } from "../accounts/session-store.ts";
import type { SignInParts } from "../parts.ts";
import type { User } from "../accounts/user-store.ts";
import { completeInvite } from "./complete-invite.ts";
import { inviteStatusAt } from "./invite-rules.ts";
import { findInviteByToken } from "./invite-store.ts";

type Accepted = { outcome: "accepted"; account: Pick<User, "id" | "email" | "role">; token: string };

/** Creates the account of a token's invite and signs it in. Only an open invite causes a password hash. */
export async function acceptWithPassword(
  parts: SignInParts,
  token: string,
  { name, password, auditAs, origin }: { name: string; password: string; auditAs: AuditAs; origin: SessionOrigin },
): Promise<Accepted | { outcome: "unknown" } | { outcome: "closed" }> {
  const tokenHash = hashLinkToken(token);
  const found = await findInviteByToken(parts.db, tokenHash);
  if (!found) return { outcome: "unknown" };
  const { invite } = found;
  if (inviteStatusAt(invite, new Date(parts.nowMs())) !== "open") return { outcome: "closed" };
  const passwordHash = await hashPassword(password);
  const isAddressProven = tokenHash === invite.mailedTokenHash;
  return parts.db.transaction(async (tx) => {
    const account = await completeInvite(parts, tx, invite.id, { name, passwordHash, isAddressProven, auditAs });
    if (!account) return { outcome: "closed" };
    return { outcome: "accepted", account, token: await openSession(parts, tx, account, origin) };
  });
}
