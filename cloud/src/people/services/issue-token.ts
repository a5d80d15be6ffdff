import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { signToken } from "../auth/open-session.ts";
import { insertSession, NO_ORIGIN } from "../accounts/session-store.ts";
import type { Needs } from "../parts.ts";
import type { User } from "../accounts/user-store.ts";

const DAY_MS = 86_400_000;

/** Issues a token for a service account, which the transaction holds locked or has made. Only its session is stored. */
export async function issueToken(
  parts: Needs<"tokens" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  {
    account,
    expiresInDays,
    audit,
  }: { account: Pick<User, "id" | "email" | "role">; expiresInDays: number; audit: Audit },
): Promise<string> {
  const now = parts.nowMs();
  const endsAt = new Date(now + expiresInDays * DAY_MS);
  const session = { id: parts.newId(), userId: account.id, tokenId: parts.newId(), createdAt: new Date(now), endsAt };
  await insertSession(tx, { ...session, ...NO_ORIGIN });
  const subject = { type: "user", id: account.id };
  const after = { tokenId: session.id, expiresAt: endsAt.toISOString() };
  await audit(tx, { action: "service-account.issue-token", subject, before: null, after });
  return signToken(parts, session, account, Infinity);
}
