import { and, count, eq, gt, inArray, lte } from "drizzle-orm";
import { linkTokens } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

export type LinkToken = typeof linkTokens.$inferSelect;
type Purpose = LinkToken["purpose"];

/** Keeps the hash of a token, and removes those of the same person that have expired. */
export async function insertLinkToken(db: DatabaseOrTransaction, token: typeof linkTokens.$inferInsert): Promise<void> {
  await db
    .delete(linkTokens)
    .where(and(eq(linkTokens.userId, token.userId), lte(linkTokens.expiresAt, token.createdAt)));
  await db.insert(linkTokens).values(token);
}

/** Whose token this is, while it has not expired. */
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

/** Uses a token up: of two requests with the same one, the second gets undefined. */
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

/** Makes all of a person's tokens for these purposes useless. */
export async function deleteLinkTokens(
  db: DatabaseOrTransaction,
  userId: string,
  ...purposes: Purpose[]
): Promise<void> {
  await db.delete(linkTokens).where(and(eq(linkTokens.userId, userId), inArray(linkTokens.purpose, purposes)));
}

/** How many of a person's tokens for a purpose still work. */
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
