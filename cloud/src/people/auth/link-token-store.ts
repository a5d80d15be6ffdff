import { and, count, eq, gt, inArray, lte } from "drizzle-orm";
import { linkTokens } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

export type LinkToken = typeof linkTokens.$inferSelect;
type Purpose = LinkToken["purpose"];

/** Stores the hash of a token, and deletes the user's expired ones. */
export async function insertLinkToken(db: DatabaseOrTransaction, token: typeof linkTokens.$inferInsert): Promise<void> {
  await db
    .delete(linkTokens)
    .where(and(eq(linkTokens.userId, token.userId), lte(linkTokens.expiresAt, token.createdAt)));
  await db.insert(linkTokens).values(token);
}

/** Finds a token that has not expired. */
export async function findLinkToken(
  db: DatabaseOrTransaction,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: Purpose; now: Date },
): Promise<LinkToken | undefined> {
  const [found] = await db
    .select()
    .from(linkTokens)
    .where(isValid(tokenHash, purpose, now));
  return found;
}

/** Deletes a token on use: a second request with it gets undefined. */
export async function takeLinkToken(
  tx: DatabaseOrTransaction,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: Purpose; now: Date },
): Promise<LinkToken | undefined> {
  const [taken] = await tx
    .delete(linkTokens)
    .where(isValid(tokenHash, purpose, now))
    .returning();
  return taken;
}

/** Revokes all tokens of a user for these purposes. */
export async function deleteLinkTokens(
  db: DatabaseOrTransaction,
  userId: string,
  ...purposes: Purpose[]
): Promise<void> {
  await db.delete(linkTokens).where(and(eq(linkTokens.userId, userId), inArray(linkTokens.purpose, purposes)));
}

/** Counts the usable tokens of a user for a purpose. */
export async function countLinkTokens(
  db: DatabaseOrTransaction,
  { userId, purpose, now }: { userId: string; purpose: Purpose; now: Date },
): Promise<number> {
  const [row] = await db
    .select({ tokens: count() })
    .from(linkTokens)
    .where(and(eq(linkTokens.userId, userId), eq(linkTokens.purpose, purpose), gt(linkTokens.expiresAt, now)));
  return row?.tokens ?? 0;
}

const isValid = (tokenHash: string, purpose: Purpose, now: Date) =>
  and(eq(linkTokens.tokenHash, tokenHash), eq(linkTokens.purpose, purpose), gt(linkTokens.expiresAt, now));
