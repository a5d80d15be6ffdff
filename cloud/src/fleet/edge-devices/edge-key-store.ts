import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { edgeDevices, edgeKeys } from "../../platform/db/tables.ts";

export type EdgeKeyRow = typeof edgeKeys.$inferSelect;

/** The device of a key, with the times that decide whether its request must be recorded. */
export type KeyHolder = {
  id: string;
  name: string;
  lastSeenAt: Date | null;
  silentSince: Date | null;
  keyLastUsedAt: Date | null;
};

/**
 * Looks up the device that a key belongs to, while both count: one look at the primary key, built and planned once,
 * since every edge request asks it.
 */
export function createKeyReader(db: Database) {
  const { id, name, lastSeenAt, silentSince } = edgeDevices;
  const isKey = eq(edgeKeys.keyHash, sql.placeholder("keyHash"));
  const works = or(isNull(edgeKeys.endsAt), gt(edgeKeys.endsAt, sql.placeholder("now")));
  const query = db
    .select({ id, name, lastSeenAt, silentSince, keyLastUsedAt: edgeKeys.lastUsedAt })
    .from(edgeKeys)
    .innerJoin(edgeDevices, eq(edgeDevices.id, edgeKeys.deviceId))
    .where(and(isKey, works, isNull(edgeDevices.revokedAt)))
    .prepare("find_holder_of_edge_key");
  return async (keyHash: string, now: Date): Promise<KeyHolder | undefined> => {
    const [holder] = await query.execute({ keyHash, now: now.toISOString() });
    return holder;
  };
}

export async function noteKeyUsed(db: DatabaseOrTransaction, keyHash: string, now: Date): Promise<void> {
  await db.update(edgeKeys).set({ lastUsedAt: now }).where(eq(edgeKeys.keyHash, keyHash));
}

/** The keys of a device that work, newest first. */
export async function findWorkingKeys(db: DatabaseOrTransaction, deviceId: string, now: Date): Promise<EdgeKeyRow[]> {
  return db
    .select()
    .from(edgeKeys)
    .where(and(eq(edgeKeys.deviceId, deviceId), works(now)))
    .orderBy(desc(edgeKeys.createdAt), desc(edgeKeys.keyHash));
}

/**
 * Gives a device another key; those it has work until `earlierEndAt` at the latest, and those that have ended are
 * forgotten. Ask with the device locked.
 */
export async function addKey(
  tx: DatabaseOrTransaction,
  key: Pick<EdgeKeyRow, "keyHash" | "deviceId" | "hint" | "createdAt">,
  earlierEndAt: Date,
): Promise<void> {
  const isOfDevice = eq(edgeKeys.deviceId, key.deviceId);
  await tx
    .update(edgeKeys)
    .set({ endsAt: sql`least(${edgeKeys.endsAt}, ${earlierEndAt.toISOString()}::timestamptz)` })
    .where(isOfDevice);
  await tx.delete(edgeKeys).where(and(isOfDevice, lte(edgeKeys.endsAt, key.createdAt)));
  await tx.insert(edgeKeys).values(key);
}

/** Takes all keys of a device back. */
export async function deleteKeys(tx: DatabaseOrTransaction, deviceId: string): Promise<void> {
  await tx.delete(edgeKeys).where(eq(edgeKeys.deviceId, deviceId));
}

const works = (now: Date) => or(isNull(edgeKeys.endsAt), gt(edgeKeys.endsAt, now));
