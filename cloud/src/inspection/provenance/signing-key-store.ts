import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { composeOnce } from "../../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { sendTogether } from "../../platform/db/send-together.ts";
import { edgeDevices, signingKeys } from "../../platform/db/tables.ts";
import { findHolderOfName } from "./claim-store.ts";

export type SigningKeyRow = typeof signingKeys.$inferSelect;

/** The keys of a device, newest first. */
export async function findSigningKeys(db: DatabaseOrTransaction, deviceId: string): Promise<SigningKeyRow[]> {
  const isOfDevice = eq(signingKeys.deviceId, deviceId);
  return db.select().from(signingKeys).where(isOfDevice).orderBy(desc(signingKeys.registeredAt), desc(signingKeys.id));
}

/** The fingerprint of the key with which a device signs at present; null without one. */
export async function findCurrentFingerprint(db: DatabaseOrTransaction, deviceId: string): Promise<string | null> {
  const { fingerprint, replacedAt } = signingKeys;
  const isCurrent = and(eq(signingKeys.deviceId, deviceId), isNull(replacedAt));
  const [found] = await db.select({ fingerprint }).from(signingKeys).where(isCurrent);
  return found?.fingerprint ?? null;
}

/** The keys of several devices, oldest first. */
export async function findKeysOf(db: DatabaseOrTransaction, deviceIds: readonly string[]): Promise<SigningKeyRow[]> {
  if (deviceIds.length === 0) return [];
  const isOne = inArray(signingKeys.deviceId, [...deviceIds]);
  return db.select().from(signingKeys).where(isOne).orderBy(signingKeys.registeredAt, signingKeys.id);
}

/**
 * Another device, not revoked, that has registered a key: a key belongs to one device. Other registrations of the key
 * wait until the transaction ends.
 */
export async function findOtherHolder(
  tx: DatabaseOrTransaction,
  { publicKey, deviceId }: Pick<SigningKeyRow, "publicKey" | "deviceId">,
): Promise<{ id: string; name: string } | undefined> {
  await holdLock(tx, `signing key ${publicKey}`);
  const [found] = await tx
    .select({ id: edgeDevices.id, name: edgeDevices.name })
    .from(signingKeys)
    .innerJoin(edgeDevices, eq(edgeDevices.id, signingKeys.deviceId))
    .where(and(eq(signingKeys.publicKey, publicKey), ne(signingKeys.deviceId, deviceId), isNull(edgeDevices.revokedAt)))
    .limit(1);
  return found;
}

/**
 * The device that registered a key; where several did one after the other, the one that is not revoked, its current key
 * first. Undefined without one.
 */
export async function findDeviceOfKey(
  db: DatabaseOrTransaction,
  publicKey: string,
): Promise<typeof edgeDevices.$inferSelect | undefined> {
  const [found] = await db
    .select({ device: edgeDevices })
    .from(signingKeys)
    .innerJoin(edgeDevices, eq(edgeDevices.id, signingKeys.deviceId))
    .where(eq(signingKeys.publicKey, publicKey))
    .orderBy(desc(isNull(edgeDevices.revokedAt)), desc(isNull(signingKeys.replacedAt)), desc(signingKeys.registeredAt))
    .limit(1);
  return found?.device;
}

/**
 * Replaces the current key of a device, which the transaction holds locked; false where it is the same key already.
 */
export async function replaceSigningKey(
  tx: DatabaseOrTransaction,
  key: Omit<SigningKeyRow, "replacedAt">,
): Promise<boolean> {
  const isCurrent = and(eq(signingKeys.deviceId, key.deviceId), isNull(signingKeys.replacedAt));
  const [current] = await tx.select({ publicKey: signingKeys.publicKey }).from(signingKeys).where(isCurrent);
  if (current?.publicKey === key.publicKey) return false;
  await tx.update(signingKeys).set({ replacedAt: key.registeredAt }).where(isCurrent);
  await tx.insert(signingKeys).values(key);
  return true;
}

type Sent = { callerId: string | null; reportedId: string };

type Sender = {
  edgeDeviceId: string | null;
  keys: SigningKeyRow[];
  /** The name belongs to another device, which has its own key. */
  isForeign: boolean;
  /** The name belongs to no device, and the sender has its own key. */
  isNewName: boolean;
};

const selectKeys = (isSender: SQL | undefined) =>
  composeOnce((db) =>
    db
      .select({ id: edgeDevices.id, key: signingKeys })
      .from(edgeDevices)
      .leftJoin(signingKeys, eq(signingKeys.deviceId, edgeDevices.id))
      .where(isSender),
  );
const findKeysById = selectKeys(eq(edgeDevices.id, sql.placeholder("callerId")));
const findKeysByName = selectKeys(
  and(eq(edgeDevices.source, "shared-key"), eq(edgeDevices.reportedId, sql.placeholder("reportedId"))),
);

/**
 * The device that a record came from, with its keys: by the key of the request, or with the shared key by the name that
 * the record states. A device without a key has one row without one.
 */
export async function findSender(db: DatabaseOrTransaction, { callerId, reportedId }: Sent): Promise<Sender> {
  const [holder, rows] = await sendTogether([
    findHolderOfName(db, reportedId),
    callerId === null ? findKeysByName(db, { reportedId }) : findKeysById(db, { callerId }),
  ]);
  return {
    edgeDeviceId: rows[0]?.id ?? null,
    keys: rows.flatMap(({ key }) => (key ? [key] : [])),
    isForeign: holder !== undefined && holder !== callerId,
    isNewName: holder === undefined && callerId !== null,
  };
}
