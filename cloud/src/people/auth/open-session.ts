import type { Audit, AuditAs } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { TOKEN_LIFETIME_SECONDS } from "./session-cookie.ts";
import type { Needs } from "../parts.ts";
import { lockUserIfUnchanged, type User } from "../users/user-store.ts";
import { insertSession, type Session } from "./session-store.ts";

const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000;

type Account = Pick<User, "id" | "email" | "role">;

/** Starts a session of 30 days for an account and returns its first token. */
export async function openSession(
  parts: Needs<"tokens" | "nowMs" | "newId">,
  db: DatabaseOrTransaction,
  account: Account,
): Promise<string> {
  const now = parts.nowMs();
  const session = {
    id: parts.newId(),
    userId: account.id,
    tokenId: parts.newId(),
    createdAt: new Date(now),
    endsAt: new Date(now + SESSION_LIFETIME_MS),
  };
  await insertSession(db, session);
  return signToken(parts, session, account);
}

/** Adds a sign-in to the audit log. */
export async function auditSignIn(
  tx: DatabaseOrTransaction,
  audit: Audit,
  { userId, method }: { userId: string; method: "password" | "google" },
): Promise<void> {
  await audit(tx, { action: "user.sign-in", subject: { type: "user", id: userId }, before: null, after: { method } });
}

/**
 * Starts a session if the account still has the password that was checked. Undefined if the password was changed or the
 * account was disabled during the sign-in.
 */
export async function openSessionIfUnchanged(
  parts: Needs<"db" | "tokens" | "nowMs" | "newId">,
  account: User,
  auditAs: AuditAs,
): Promise<string | undefined> {
  return parts.db.transaction(async (tx) => {
    const current = await lockUserIfUnchanged(tx, account);
    if (!current) return undefined;
    await auditSignIn(tx, auditAs(current), { userId: current.id, method: "password" });
    return openSession(parts, tx, current);
  });
}

/** Signs a token for the session's newest token id: for seven days or as given, and never longer than the session. */
export function signToken(
  parts: Needs<"tokens" | "nowMs">,
  session: Session,
  account: Account,
  lifetimeSeconds = TOKEN_LIFETIME_SECONDS,
): Promise<string> {
  const iat = Math.floor(parts.nowMs() / 1000);
  return parts.tokens.sign({
    sub: account.id,
    email: account.email,
    role: account.role,
    sid: session.id,
    jti: session.tokenId,
    iat,
    exp: Math.min(iat + lifetimeSeconds, Math.floor(session.endsAt.getTime() / 1000)),
  });
}
