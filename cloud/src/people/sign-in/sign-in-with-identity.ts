import type { AuditAs } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { completeInvite } from "../invites/complete-invite.ts";
import { findOpenInvite } from "../invites/invite-store.ts";
import type { Needs, SignInParts } from "../parts.ts";
import { findUserByEmail, lockActiveUser, markEmailVerified, type User } from "../accounts/user-store.ts";
import { findUserIdOfIdentity, insertIdentity } from "./identity-store.ts";
import { auditSignIn, openSession } from "../auth/open-session.ts";
import type { SessionOrigin } from "../accounts/session-store.ts";
import type { Identity } from "./sign-in-provider.ts";

type Account = Pick<User, "id" | "email" | "role">;

/**
 * Signs a provider's identity in and returns the session's token. A linked identity opens its account; another one is
 * linked by its verified email to the account or the open invite of that address. Undefined if there is neither, and
 * for a service account, which is no person.
 */
export async function signInWithIdentity(
  parts: SignInParts,
  identity: Identity,
  { auditAs, origin }: { auditAs: AuditAs; origin: SessionOrigin },
): Promise<string | undefined> {
  return parts.db.transaction(async (tx) => {
    const userId = await findUserIdOfIdentity(tx, identity);
    const account = userId === undefined ? await link(parts, tx, { identity, auditAs }) : await lockPerson(tx, userId);
    if (!account) return undefined;
    await auditSignIn(tx, auditAs(account), { userId: account.id, method: "google" });
    return openSession(parts, tx, account, { ...origin, endsBy: identity.endsBy });
  });
}

async function link(
  parts: Needs<"settings" | "jobs" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  { identity, auditAs }: { identity: Identity; auditAs: AuditAs },
): Promise<Account | undefined> {
  const { email, name = null } = identity;
  if (email === undefined || email === parts.settings.edgeDefaultUserEmail) return undefined;
  const known = await findUserByEmail(tx, email);
  const now = new Date(parts.nowMs());
  if (known) {
    const account = await lockPerson(tx, known.id);
    if (!account || !(await linkIdentity(tx, { identity, account, auditAs, now }))) return undefined;
    await markEmailVerified(tx, account, { audit: auditAs(account), now });
    return account;
  }
  const invite = await findOpenInvite(tx, email, now);
  const person = { name, passwordHash: null, isAddressProven: true, auditAs };
  const account = invite && (await completeInvite(parts, tx, invite.id, person));
  if (account) await linkIdentity(tx, { identity, account, auditAs, now });
  return account;
}

async function lockPerson(tx: DatabaseOrTransaction, userId: string): Promise<User | undefined> {
  const account = await lockActiveUser(tx, userId);
  return account?.isService ? undefined : account;
}

/** False if the provider's account or ours is linked already. */
async function linkIdentity(
  tx: DatabaseOrTransaction,
  { identity, account, auditAs, now }: { identity: Identity; account: Account; auditAs: AuditAs; now: Date },
): Promise<boolean> {
  const { issuer, subject } = identity;
  const isLinked = await insertIdentity(tx, { issuer, subject, userId: account.id, now });
  if (!isLinked) return false;
  const write = { action: "user.link-identity", subject: { type: "user", id: account.id } };
  await auditAs(account)(tx, { ...write, before: {}, after: { identity: { issuer, subject } } });
  return true;
}
