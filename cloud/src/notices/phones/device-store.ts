import { and, desc, eq, inArray, ne } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { devices } from "../../platform/db/tables.ts";

export type DeviceRow = typeof devices.$inferSelect;
type Registration = Omit<DeviceRow, "isActive" | "lastActiveAt" | "createdAt">;

/** The most devices of one user: a further one removes the one that was registered longest ago. */
const MAX_DEVICES = 100;

/**
 * Registers a device, or updates it, activates it and moves it to the user who registers it now. It moves only with its
 * present push token, which the installation of the app knows, or when that token is dead; undefined otherwise. A push
 * token belongs to one installation: another device with the same token is removed. Needs a transaction. Returns the
 * device, its registration before, and the removed devices.
 */
export async function saveDevice(
  tx: DatabaseOrTransaction,
  { deviceId, ...registered }: Registration,
  nowMs: number,
): Promise<{ device: DeviceRow; before: DeviceRow | undefined; removed: DeviceRow[] } | undefined> {
  // Registrations are rare and change each other's rows: one at a time is simpler than an order of locks.
  await holdLock(tx, "device registration");
  const [known] = await tx.select().from(devices).where(eq(devices.deviceId, deviceId));
  const isOfOther = known !== undefined && known.userId !== registered.userId;
  if (isOfOther && known.isActive && known.pushToken !== registered.pushToken) return undefined;
  const hasItsToken = and(eq(devices.pushToken, registered.pushToken), ne(devices.deviceId, deviceId));
  const replaced = await tx.delete(devices).where(hasItsToken).returning();
  const at = new Date(nowMs);
  const current = { ...registered, isActive: true, lastActiveAt: at };
  const device = { deviceId, ...current, createdAt: known?.createdAt ?? at };
  await tx.insert(devices).values(device).onConflictDoUpdate({ target: devices.deviceId, set: current });
  const dropped = known?.userId === registered.userId ? [] : await dropOldest(tx, registered.userId);
  return { device, before: known, removed: [...replaced, ...dropped] };
}

/** Finds the devices of a user, the last registered first. */
export async function findDevicesOf(db: DatabaseOrTransaction, userId: string): Promise<DeviceRow[]> {
  return db
    .select()
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(desc(devices.lastActiveAt), desc(devices.deviceId));
}

/** Removes a device and returns it; undefined if the user has no device with this id. */
export async function deleteDevice(
  db: DatabaseOrTransaction,
  userId: string,
  deviceId: string,
): Promise<DeviceRow | undefined> {
  const isTheirs = and(eq(devices.deviceId, deviceId), eq(devices.userId, userId));
  const [removed] = await db.delete(devices).where(isTheirs).returning();
  return removed;
}

/** Makes a device inactive whose push token is dead; false if it has another token now, or is inactive already. */
export async function deactivateDevice(
  tx: DatabaseOrTransaction,
  deviceId: string,
  pushToken: string,
): Promise<boolean> {
  const hasToken = and(eq(devices.deviceId, deviceId), eq(devices.pushToken, pushToken), devices.isActive);
  const changed = await tx.update(devices).set({ isActive: false }).where(hasToken).returning({ id: devices.deviceId });
  return changed.length > 0;
}

async function dropOldest(tx: DatabaseOrTransaction, userId: string): Promise<DeviceRow[]> {
  const old = tx
    .select({ deviceId: devices.deviceId })
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(desc(devices.lastActiveAt), desc(devices.deviceId))
    .offset(MAX_DEVICES);
  return tx.delete(devices).where(inArray(devices.deviceId, old)).returning();
}
