import { and, eq } from "drizzle-orm";
import { identities } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

type Key = { issuer: string; subject: string };

/** Finds the account that is linked to a provider's account. */
export async function findUserIdOfIdentity(db: DatabaseOrTransaction, key: Key): Promise<string | undefined> {
  const [found] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, key.issuer), eq(identities.subject, key.subject)));
  return found?.userId;
}

/** Links a provider's account to one of ours; false if either is linked already. */
export async function insertIdentity(
  db: DatabaseOrTransaction,
  { issuer, subject, userId, now }: Key & { userId: string; now: Date },
): Promise<boolean> {
  const added = await db
    .insert(identities)
    .values({ issuer, subject, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return added.length > 0;
}
