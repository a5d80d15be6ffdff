import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { devices } from "../../platform/db/tables.ts";

export type DeviceRow = typeof devices.$inferSelect;
type Registration = Omit<DeviceRow, "isActive" | "lastActiveAt" | "createdAt">;

/** The most devices one person has: with one more, the one registered longest ago is gone. */
const MAX_DEVICES = 100;

/**
 * Registers a device, or updates it and moves it to the person who registers it now; it is active again. A push token names one
 * installation of the app: another device that had it is gone. Ask in a transaction. Returns the device, how it was registered
 * before, and what is gone.
 */
export async function saveDevice(
  tx: DatabaseOrTransaction,
  { deviceId, ...registered }: Registration,
  nowMs: number,
): Promise<{ device: DeviceRow; before: DeviceRow | undefined; gone: DeviceRow[] }> {
  // Registrations are few and touch rows of each other: taking turns is simpler than any order of locks.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('device registration', 0))`);
  const [known] = await tx.select().from(devices).where(eq(devices.deviceId, deviceId));
  const hasItsToken = and(eq(devices.pushToken, registered.pushToken), ne(devices.deviceId, deviceId));
  const replaced = await tx.delete(devices).where(hasItsToken).returning();
  const at = new Date(nowMs);
  const current = { ...registered, isActive: true, lastActiveAt: at };
  const device = { deviceId, ...current, createdAt: known?.createdAt ?? at };
  await tx.insert(devices).values(device).onConflictDoUpdate({ target: devices.deviceId, set: current });
  const dropped = known?.userId === registered.userId ? [] : await dropOldest(tx, registered.userId);
  return { device, before: known, gone: [...replaced, ...dropped] };
}

/** Devices of a person, the last registered first. */
export async function findDevicesOf(db: DatabaseOrTransaction, userId: string): Promise<DeviceRow[]> {
  return db
    .select()
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(desc(devices.lastActiveAt), desc(devices.deviceId));
}

/** Removes a device and returns it; undefined when this person has none of this id. */
export async function deleteDevice(
  db: DatabaseOrTransaction,
  userId: string,
  deviceId: string,
): Promise<DeviceRow | undefined> {
  const isTheirs = and(eq(devices.deviceId, deviceId), eq(devices.userId, userId));
  const [removed] = await db.delete(devices).where(isTheirs).returning();
  return removed;
}

/** Notes that a push token is dead; false when the device has another one by now, or is inactive already. */
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
