import { and, arrayContains, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { erasures, users } from "../../platform/db/tables.ts";
import type { Pseudonym } from "./erasure-rules.ts";

/** An erasure that is under way. */
export type Erasure = typeof erasures.$inferSelect;

/** Finds the erasure that a former address belongs to; undefined once it is complete. */
export async function findErasureOf(db: DatabaseOrTransaction, address: string): Promise<Erasure | undefined> {
  const [found] = await db
    .select()
    .from(erasures)
    .where(arrayContains(erasures.addresses, [address]));
  return found;
}

/** Records the texts to replace, in addition to those of an unfinished erasure of the account; returns both. */
export async function recordErasure(tx: DatabaseOrTransaction, erasure: Erasure): Promise<Erasure> {
  const { addresses } = erasure;
  const [recorded] = await tx
    .insert(erasures)
    .values(erasure)
    .onConflictDoUpdate({
      target: erasures.userId,
      set: { addresses: sql`${erasures.addresses} || ${sql.param(addresses)}::text[]` },
    })
    .returning();
  if (!recorded) throw new Error("an erasure was not recorded");
  return recorded;
}

export async function deleteErasure(tx: DatabaseOrTransaction, userId: string): Promise<void> {
  await tx.delete(erasures).where(eq(erasures.userId, userId));
}

/** Puts the pseudonym in place of the person, and removes what only the person could use. */
export async function setPseudonym(
  tx: DatabaseOrTransaction,
  userId: string,
  { email, name, now }: Pseudonym & { now: Date },
): Promise<void> {
  const removed = { passwordHash: null, emailVerifiedAt: null, hasSecondFactor: false, timeZone: null };
  await tx
    .update(users)
    .set({ email, name, ...removed, erasedAt: now, updatedAt: now })
    .where(eq(users.id, userId));
}

/** Returns those of the addresses (lower-case) and names (in any case) that other accounts have. */
export async function findOthersTexts(
  db: DatabaseOrTransaction,
  { userId, addresses, names }: { userId: string; addresses: readonly string[]; names: readonly string[] },
): Promise<{ addresses: string[]; names: string[] }> {
  const lowered = names.map((name) => name.toLowerCase());
  const found = await db
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(
      and(ne(users.id, userId), or(inArray(users.email, [...addresses]), inArray(sql`lower(${users.name})`, lowered))),
    );
  return { addresses: found.map(({ email }) => email), names: found.flatMap(({ name }) => name ?? []) };
}
