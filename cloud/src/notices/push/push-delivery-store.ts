import { and, desc, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { devices, pushDeliveries, users } from "../../platform/db/tables.ts";
import { createDeliveryStore } from "../deliveries/delivery-store.ts";
import { isOtherThan, isSupervisor, MAX_DEVICES } from "../deliveries/supervisor-store.ts";

export type PushDeliveryRow = typeof pushDeliveries.$inferSelect;
export type SupervisorDevice = Pick<typeof devices.$inferSelect, "deviceId" | "userId" | "platform" | "pushToken">;

/** The notices, each a delivery to one device. */
export const pushStore = createDeliveryStore(pushDeliveries, "sent");

/** Active devices of all supervisors and admins who may sign in, but not of `exceptUserId`. */
export async function findSupervisorDevices(
  db: DatabaseOrTransaction,
  exceptUserId: string | null,
): Promise<SupervisorDevice[]> {
  return selectDevices(db)
    .where(and(devices.isActive, isSupervisor, isOtherThan(exceptUserId)))
    .orderBy(desc(devices.lastActiveAt), desc(devices.deviceId))
    .limit(MAX_DEVICES);
}

/** The device of a delivery while it is active, belongs to the same user, and that user may see the notice. */
export async function findDeviceOf(
  db: DatabaseOrTransaction,
  { deviceId, userId }: PushDeliveryRow,
): Promise<SupervisorDevice | undefined> {
  const isTheirs = and(eq(devices.deviceId, deviceId), eq(devices.userId, userId));
  const [device] = await selectDevices(db).where(and(isTheirs, devices.isActive, isSupervisor));
  return device;
}

function selectDevices(db: DatabaseOrTransaction) {
  const { deviceId, userId, platform, pushToken } = devices;
  return db
    .select({ deviceId, userId, platform, pushToken })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId));
}

/** Adds deliveries that their notice does not have yet; returns the ids of those added. */
export async function insertPushDeliveries(
  tx: DatabaseOrTransaction,
  deliveries: (typeof pushDeliveries.$inferInsert)[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const added = await tx
    .insert(pushDeliveries)
    .values(deliveries)
    .onConflictDoNothing()
    .returning({ id: pushDeliveries.id });
  return added.map(({ id }) => id);
}
