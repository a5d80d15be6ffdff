import { and, eq, gt, isNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { edgeJoinCodes } from "../../platform/db/tables.ts";

export type JoinCodeRow = typeof edgeJoinCodes.$inferSelect;

export async function findJoinCode(db: DatabaseOrTransaction, codeHash: string): Promise<JoinCodeRow | undefined> {
  const [found] = await db.select().from(edgeJoinCodes).where(eq(edgeJoinCodes.codeHash, codeHash));
  return found;
}

/** The code of a device that can still be used. */
export async function findOpenJoinCode(
  db: DatabaseOrTransaction,
  deviceId: string,
  now: Date,
): Promise<JoinCodeRow | undefined> {
  const [found] = await db
    .select()
    .from(edgeJoinCodes)
    .where(and(eq(edgeJoinCodes.deviceId, deviceId), isOpen(now)));
  return found;
}

/** Adds a code of a device, which the transaction holds locked; its open codes end now. */
export async function replaceJoinCode(tx: DatabaseOrTransaction, code: Omit<JoinCodeRow, "usedAt">): Promise<void> {
  await endJoinCodes(tx, code.deviceId, code.createdAt);
  await tx.insert(edgeJoinCodes).values(code);
}

/** Ends the codes of a device that are open. */
export async function endJoinCodes(tx: DatabaseOrTransaction, deviceId: string, now: Date): Promise<void> {
  await tx
    .update(edgeJoinCodes)
    .set({ expiresAt: now })
    .where(and(eq(edgeJoinCodes.deviceId, deviceId), isOpen(now)));
}

/** Marks an open code as used; true for the one caller that does. */
export async function spendJoinCode(tx: DatabaseOrTransaction, codeHash: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(edgeJoinCodes)
    .set({ usedAt: now })
    .where(and(eq(edgeJoinCodes.codeHash, codeHash), isOpen(now)))
    .returning({ codeHash: edgeJoinCodes.codeHash });
  return used.length > 0;
}

const isOpen = (now: Date) => and(isNull(edgeJoinCodes.usedAt), gt(edgeJoinCodes.expiresAt, now));
