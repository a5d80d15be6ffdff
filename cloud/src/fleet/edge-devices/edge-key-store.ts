import { and, desc, eq, gt, isNull, lte, or, type Placeholder, sql } from "drizzle-orm";
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
 * Looks up the device of a usable key, with one prepared query by primary key, since every edge request needs it.
 */
export function createKeyReader(db: Database) {
  const { id, name, lastSeenAt, silentSince } = edgeDevices;
  const isKey = eq(edgeKeys.keyHash, sql.placeholder("keyHash"));
  const query = db
    .select({ id, name, lastSeenAt, silentSince, keyLastUsedAt: edgeKeys.lastUsedAt })
    .from(edgeKeys)
    .innerJoin(edgeDevices, eq(edgeDevices.id, edgeKeys.deviceId))
    .where(and(isKey, isUsable(sql.placeholder("now")), isNull(edgeDevices.revokedAt)))
    .prepare("find_holder_of_edge_key");
  return async (keyHash: string, now: Date): Promise<KeyHolder | undefined> => {
    const [holder] = await query.execute({ keyHash, now: now.toISOString() });
    return holder;
  };
}

export async function recordKeyUsed(db: DatabaseOrTransaction, keyHash: string, now: Date): Promise<void> {
  await db.update(edgeKeys).set({ lastUsedAt: now }).where(eq(edgeKeys.keyHash, keyHash));
}

/** The usable keys of a device, newest first. */
export async function findUsableKeys(db: DatabaseOrTransaction, deviceId: string, now: Date): Promise<EdgeKeyRow[]> {
  return db
    .select()
    .from(edgeKeys)
    .where(and(eq(edgeKeys.deviceId, deviceId), isUsable(now)))
    .orderBy(desc(edgeKeys.createdAt), desc(edgeKeys.keyHash));
}

/**
 * Adds a key of a device, which the transaction holds locked. Its earlier keys end at `earlierEndAt` at the latest;
 * those that have ended are deleted.
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

/** Deletes all keys of a device. */
export async function deleteKeys(tx: DatabaseOrTransaction, deviceId: string): Promise<void> {
  await tx.delete(edgeKeys).where(eq(edgeKeys.deviceId, deviceId));
}

const isUsable = (now: Date | Placeholder) => or(isNull(edgeKeys.endsAt), gt(edgeKeys.endsAt, now));
