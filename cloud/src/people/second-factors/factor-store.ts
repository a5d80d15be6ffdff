import { and, count, desc, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recoveryCodes, secondFactors, users } from "../../platform/db/tables.ts";
import type { Passkey } from "./passkeys.ts";

export type Factor = typeof secondFactors.$inferSelect;

/** The second factors of an account, newest first. */
export async function findFactors(db: DatabaseOrTransaction, userId: string): Promise<Factor[]> {
  return db.select().from(secondFactors).where(eq(secondFactors.userId, userId)).orderBy(desc(secondFactors.id));
}

/** Finds a passkey of any account by the id of its credential. */
export async function findPasskey(db: DatabaseOrTransaction, credentialId: string): Promise<Factor | undefined> {
  const [found] = await db.select().from(secondFactors).where(eq(secondFactors.credentialId, credentialId));
  return found;
}

/** The passkeys among these factors, as they are checked. */
export function passkeysOf(factors: readonly Factor[]): Passkey[] {
  return factors.flatMap(({ credentialId, publicKey, signCount, transports }) =>
    credentialId === null || publicKey === null || signCount === null
      ? []
      : [{ credentialId, publicKey, signCount, transports: transports ?? [] }],
  );
}

/** Adds a factor of a locked account. An authenticator app replaces the earlier one. */
export async function insertFactor(
  tx: DatabaseOrTransaction,
  factor: typeof secondFactors.$inferInsert,
): Promise<Factor | undefined> {
  if (factor.kind === "totp")
    await tx.delete(secondFactors).where(and(eq(secondFactors.userId, factor.userId), eq(secondFactors.kind, "totp")));
  const [added] = await tx.insert(secondFactors).values(factor).onConflictDoNothing().returning();
  await setHasSecondFactor(tx, factor.userId);
  return added;
}

/** Removes one factor of a locked account, and with the last one the recovery codes. */
export async function deleteFactor(tx: DatabaseOrTransaction, { id, userId }: Factor): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.id, id));
  if (!(await setHasSecondFactor(tx, userId))) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Removes all factors and recovery codes of a locked account. */
export async function deleteFactorsOf(tx: DatabaseOrTransaction, userId: string): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await setHasSecondFactor(tx, userId);
}

/** Records the use of a factor: the time step of a code, or the counter of a passkey. */
export async function recordUse(
  tx: DatabaseOrTransaction,
  id: string,
  use: { now: Date; lastStep?: number; signCount?: number },
): Promise<void> {
  const { now, ...counted } = use;
  await tx
    .update(secondFactors)
    .set({ ...counted, lastUsedAt: now })
    .where(eq(secondFactors.id, id));
}

/** Keeps the users table in step with the factors; returns whether any is left. */
async function setHasSecondFactor(tx: DatabaseOrTransaction, userId: string): Promise<boolean> {
  const left = await tx
    .select({ id: secondFactors.id })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .limit(1);
  const hasSecondFactor = left.length > 0;
  await tx.update(users).set({ hasSecondFactor }).where(eq(users.id, userId));
  return hasSecondFactor;
}

/** Stores the hashes of new recovery codes in place of the earlier ones. */
export async function replaceRecoveryCodes(
  tx: DatabaseOrTransaction,
  userId: string,
  { hashes, now }: { hashes: readonly string[]; now: Date },
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ codeHash, userId, createdAt: now })));
}

/** Deletes a recovery code on use; false if the account has no such code. */
export async function takeRecoveryCode(
  tx: DatabaseOrTransaction,
  { userId, codeHash }: { userId: string; codeHash: string },
): Promise<boolean> {
  const taken = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.codeHash, codeHash), eq(recoveryCodes.userId, userId)))
    .returning({ codeHash: recoveryCodes.codeHash });
  return taken.length > 0;
}

export async function countRecoveryCodes(db: DatabaseOrTransaction, userId: string): Promise<number> {
  const [row] = await db.select({ codes: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.codes ?? 0;
}
