import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { TOKEN_LIFETIME_SECONDS } from "./session-cookie.ts";
import type { Needs } from "../parts.ts";
import type { User } from "../accounts/user-store.ts";
import { insertSession, type Session, type SessionOrigin } from "../accounts/session-store.ts";

const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000;

type Account = Pick<User, "id" | "email" | "role">;
/** Second factor that completed a sign-in after the password. */
export type SecondFactorUsed = "totp" | "passkey" | "recovery-code";

/** Starts a session of 30 days, or until `endsBy`, for an account and returns its first token. */
export async function openSession(
  parts: Needs<"tokens" | "nowMs" | "newId">,
  db: DatabaseOrTransaction,
  account: Account,
  { endsBy, ...origin }: SessionOrigin & { endsBy?: Date | undefined },
): Promise<string> {
  const now = parts.nowMs();
  const session = {
    id: parts.newId(),
    userId: account.id,
    tokenId: parts.newId(),
    createdAt: new Date(now),
    endsAt: new Date(Math.min(now + SESSION_LIFETIME_MS, endsBy?.getTime() ?? Number.POSITIVE_INFINITY)),
  };
  await insertSession(db, { ...session, ...origin });
  return signToken(parts, session, account);
}

/** Adds a sign-in to the audit log. */
export async function auditSignIn(
  tx: DatabaseOrTransaction,
  audit: Audit,
  { userId, ...how }: { userId: string; method: "password" | "passkey" | "google"; secondFactor?: SecondFactorUsed },
): Promise<void> {
  await audit(tx, { action: "user.sign-in", subject: { type: "user", id: userId }, before: null, after: how });
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
