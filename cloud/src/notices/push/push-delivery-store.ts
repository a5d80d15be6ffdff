import type { PushStatus } from "@container-inspection/shared-schemas";
import { and, desc, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { devices } from "../../platform/db/device-tables.ts";
import { pushDeliveries } from "../../platform/db/notification-tables.ts";
import { users } from "../../platform/db/tables.ts";
import { liveSubjects } from "../../platform/jobs/job-store.ts";

export type PushDeliveryRow = typeof pushDeliveries.$inferSelect;
export type SupervisorDevice = Pick<typeof devices.$inferSelect, "deviceId" | "userId" | "platform" | "pushToken">;

/** The most devices that one notice goes to, those registered last first. */
const MAX_DEVICES = 1_000;

const isSupervisor = and(inArray(users.role, ["supervisor", "admin"]), isNull(users.disabledAt));

/** Active devices of all supervisors and admins who may sign in, but not of `exceptUserId`. */
export async function findSupervisorDevices(
  db: DatabaseOrTransaction,
  exceptUserId: string | null,
): Promise<SupervisorDevice[]> {
  const isOther = exceptUserId === null ? undefined : ne(users.id, exceptUserId);
  return selectDevices(db)
    .where(and(devices.isActive, isSupervisor, isOther))
    .orderBy(desc(devices.lastActiveAt), desc(devices.deviceId))
    .limit(MAX_DEVICES);
}

/** The device of a delivery while it is active, still belongs to the same person, and that person may know. */
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

/** Adds deliveries, but those that their notice has already; answers the ids of those added. */
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

export async function findPushDelivery(db: DatabaseOrTransaction, id: string): Promise<PushDeliveryRow | undefined> {
  const [delivery] = await db.select().from(pushDeliveries).where(eq(pushDeliveries.id, id));
  return delivery;
}

/** Ids of pending deliveries that no job is to make, the oldest first. */
export async function findAbandonedPushDeliveries(
  db: DatabaseOrTransaction,
  kind: { name: string; subjectPath?: string },
  limit: number,
): Promise<string[]> {
  const found = await db
    .select({ id: pushDeliveries.id })
    .from(pushDeliveries)
    .where(and(eq(pushDeliveries.status, "pending"), sql`${pushDeliveries.id} not in ${liveSubjects(kind)}`))
    .orderBy(pushDeliveries.id)
    .limit(limit);
  return found.map(({ id }) => id);
}

/** Keeps others from changing a delivery until the transaction ends; false when it is not pending. */
export async function lockPendingPushDelivery(tx: DatabaseOrTransaction, id: string): Promise<boolean> {
  const isPending = and(eq(pushDeliveries.id, id), eq(pushDeliveries.status, "pending"));
  const locked = await tx.select({ id: pushDeliveries.id }).from(pushDeliveries).where(isPending).for("update");
  return locked.length > 0;
}

export type PushDeliveryFilter = {
  status?: PushStatus | undefined;
  deviceId?: string | undefined;
  /** Only deliveries made before this one. */
  beforeId?: string | undefined;
  limit: number;
};

/** Deliveries, newest first. */
export async function findPushDeliveries(
  db: DatabaseOrTransaction,
  { status, deviceId, beforeId, limit }: PushDeliveryFilter,
): Promise<PushDeliveryRow[]> {
  return db
    .select()
    .from(pushDeliveries)
    .where(
      and(
        status && eq(pushDeliveries.status, status),
        deviceId === undefined ? undefined : eq(pushDeliveries.deviceId, deviceId),
        beforeId === undefined ? undefined : lt(pushDeliveries.id, beforeId),
      ),
    )
    .orderBy(desc(pushDeliveries.id))
    .limit(limit);
}

/** Notes how the next try of a delivery ended; false when another process has noted it before. */
export async function notePushTry(
  tx: DatabaseOrTransaction,
  { id, attempts }: PushDeliveryRow,
  tried: { status: PushStatus; reason: string | null; sentAt?: Date },
): Promise<boolean> {
  const isThisTry = and(eq(pushDeliveries.status, "pending"), eq(pushDeliveries.attempts, attempts));
  const noted = await tx
    .update(pushDeliveries)
    .set({ status: tried.status, lastError: tried.reason, sentAt: tried.sentAt ?? null, attempts: attempts + 1 })
    .where(and(eq(pushDeliveries.id, id), isThisTry))
    .returning({ id: pushDeliveries.id });
  return noted.length > 0;
}
