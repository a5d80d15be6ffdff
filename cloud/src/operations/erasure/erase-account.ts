import { auditOfCommandLine } from "../../journal/audit/create-audit.ts";
import { announceEnd } from "../../people/accounts/session-store.ts";
import { revokeInvitesTo, wasInvited } from "../../people/invites/invite-store.ts";
import { hasOtherAdmin, lockAdmins } from "../../people/accounts/account-store.ts";
import { findUserByEmail, insertUser, lockUser, type User } from "../../people/accounts/user-store.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { namesToReplace, type Pseudonym, pseudonymOf, whyNotErasable } from "./erasure-rules.ts";
import {
  deleteErasure,
  type Erasure,
  findErasureOf,
  findOthersTexts,
  recordErasure,
  setPseudonym,
} from "./erasure-store.ts";
import { findFormerTexts, replaceOwnEntries } from "./own-entry-store.ts";
import { deletePersonalRows } from "./personal-row-store.ts";

export type ErasureParts = { db: Database; edgeDefaultUserEmail: string; newId: () => string; nowMs: () => number };

/** An erasure that has begun: the account is erased, and copies of its texts are still to be replaced. */
export type Begun = {
  erasure: Erasure;
  pseudonym: Pseudonym;
  /** The rows that were deleted, by table; empty where the account was erased before. */
  deleted: Record<string, number>;
  /** Former names that are left in texts of other subjects, since they could be other words or another person's. */
  keptNames: string[];
};

/** Reason why nothing was erased, with its remedy. */
export type Refused = { refusal: string };

/**
 * Erases an account in one transaction, and records the texts to replace elsewhere. Continues an unfinished erasure;
 * with `accountId`, repeats the erasure of an account whose former address has come back. Also erases a person who was
 * invited and never joined.
 */
export async function beginErasure(
  parts: ErasureParts,
  { email, accountId }: { email: string; accountId: string | undefined },
): Promise<Begun | Refused> {
  return parts.db.transaction(async (tx) => {
    await lockAdmins(tx);
    const found = await findUserByEmail(tx, email);
    if (found) {
      if (accountId !== undefined && accountId !== found.id)
        return { refusal: `${email} is the address of another account, ${found.id}.` };
      const account = await lockUser(tx, found.id);
      return account ? eraseLocked(parts, tx, account) : { refusal: missing(email) };
    }
    const unfinished = await findErasureOf(tx, email);
    if (unfinished) return again(unfinished);
    if (accountId === undefined && (await wasInvited(tx, email))) return eraseInvited(parts, tx, email);
    const erased = accountId === undefined ? undefined : await lockUser(tx, accountId);
    if (!erased) return { refusal: missing(email) };
    if (!erased.erasedAt) return { refusal: `The account ${erased.id} has another address, and is not erased.` };
    const startedAt = new Date(parts.nowMs());
    const erasure = { userId: erased.id, addresses: [email], names: [], startedAt };
    return again(await recordErasure(tx, erasure));
  });
}

const missing = (email: string) =>
  `No account exists for ${email}. If it was erased before, name its id: erase-user ${email} --account ID`;

const again = (erasure: Erasure) => ({ erasure, pseudonym: pseudonymOf(erasure.userId), deleted: {}, keptNames: [] });

/** Creates an account that is erased from its start, so that the records still differ by person. */
async function eraseInvited(parts: ErasureParts, tx: DatabaseOrTransaction, email: string): Promise<Begun> {
  const userId = parts.newId();
  const now = new Date(parts.nowMs());
  const pseudonym = pseudonymOf(userId);
  const account = { id: userId, ...pseudonym, role: "operator" as const, passwordHash: null, createdAt: now };
  if (!(await insertUser(tx, { ...account, disabledAt: now })))
    throw new Error("another account has the pseudonym of a new one");
  const addresses = [email];
  return eraseTexts(parts, tx, { userId, addresses, askedAddresses: [], names: [], keptNames: [] });
}

async function eraseLocked(parts: ErasureParts, tx: DatabaseOrTransaction, account: User): Promise<Begun | Refused> {
  const { edgeDefaultUserEmail } = parts;
  const { id: userId } = account;
  const others = { edgeDefaultUserEmail, hasOtherAdmin: await hasOtherAdmin(tx, { id: userId, edgeDefaultUserEmail }) };
  const refusal = whyNotErasable(account, others);
  if (refusal !== undefined) return { refusal };
  return eraseTexts(parts, tx, { userId, ...(await findTexts(tx, account)) });
}

type Texts = Awaited<ReturnType<typeof findTexts>> & { userId: string };

/** Deletes rows that are only about the person, pseudonymises the account, and records the texts to replace. */
async function eraseTexts(
  parts: ErasureParts,
  tx: DatabaseOrTransaction,
  { userId, addresses, askedAddresses, names, keptNames }: Texts,
): Promise<Begun> {
  const now = new Date(parts.nowMs());
  const audit = auditOfCommandLine(parts);
  const pseudonym = pseudonymOf(userId);
  for (const address of addresses) await revokeInvitesTo(tx, address, { now, audit });
  const deleted = await deletePersonalRows(tx, { userId, addresses, askedAddresses });
  await announceEnd(tx, userId);
  await replaceOwnEntries(tx, userId, pseudonym.name);
  await setPseudonym(tx, userId, { ...pseudonym, now });
  const erasure = await recordErasure(tx, { userId, addresses, names, startedAt: now });
  const after = { erasedAt: now.toISOString(), deleted };
  await audit(tx, { action: "user.erase", subject: { type: "user", id: userId }, before: {}, after });
  return { erasure, pseudonym, deleted, keptNames };
}

/**
 * Finds the texts that may identify a person in the database: all addresses and names that the account has had.
 */
async function findTexts(tx: DatabaseOrTransaction, { id: userId, email, name }: User) {
  const former = await findFormerTexts(tx, userId);
  const addresses = [...new Set([email, ...former.addresses])];
  const names = [...new Set([...(name === null ? [] : [name]), ...former.names])];
  const others = await findOthersTexts(tx, { userId, addresses, names });
  const replaced = namesToReplace(names, others.names);
  return {
    addresses: addresses.filter((address) => !others.addresses.includes(address)),
    askedAddresses: former.askedAddresses,
    names: replaced,
    keptNames: names.filter((one) => !replaced.includes(one)),
  };
}

/** Ends an erasure whose copies are replaced, and puts the number of rows into the audit log. */
export async function finishErasure(
  parts: ErasureParts,
  { userId }: Erasure,
  replaced: Record<string, number>,
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    await deleteErasure(tx, userId);
    const subject = { type: "user", id: userId };
    const audit = auditOfCommandLine(parts);
    await audit(tx, { action: "user.replace-copies", subject, before: {}, after: { replaced } });
  });
}
