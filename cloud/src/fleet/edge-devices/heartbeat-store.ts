import { and, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { edgeDevices } from "../../platform/db/tables.ts";
import type { EdgeDeviceRow } from "./edge-device-store.ts";

/**
 * Finds the device that heartbeats with the shared key name by this id, and locks it; creates it (`isNew`) if it is not
 * listed yet.
 */
export async function openSharedKeyDevice(
  tx: DatabaseOrTransaction,
  { id, reportedId, now }: { id: string; reportedId: string; now: Date },
): Promise<{ device: EdgeDeviceRow; isNew: boolean }> {
  const source = "shared-key" as const;
  const device = { id, name: reportedId, source, reportedId, lastSeenAt: now, createdAt: now, updatedAt: now };
  const [made] = await tx.insert(edgeDevices).values(device).onConflictDoNothing().returning();
  if (made) return { device: made, isNew: true };
  const isMeant = and(eq(edgeDevices.reportedId, reportedId), eq(edgeDevices.source, source));
  const [found] = await tx.select().from(edgeDevices).where(isMeant).for("update");
  if (!found) throw new Error(`the edge device ${reportedId} appeared and vanished in one transaction`);
  return { device: found, isNew: false };
}

/** The columns of a device that its heartbeats change. */
const shown = {
  id: edgeDevices.id,
  name: edgeDevices.name,
  diskLowSince: edgeDevices.diskLowSince,
  clockOffSince: edgeDevices.clockOffSince,
};
type HeartbeatColumns = Pick<EdgeDeviceRow, "heartbeat" | "clockSkewMs"> &
  Partial<Pick<EdgeDeviceRow, "reportedId" | "agentVersion">>;

/** Stores a device's newest heartbeat and locks its row; null if the device was deleted. */
export async function writeHeartbeat(
  tx: DatabaseOrTransaction,
  id: string,
  columns: HeartbeatColumns,
  now: Date,
): Promise<Pick<EdgeDeviceRow, "id" | "name" | "diskLowSince" | "clockOffSince"> | null> {
  const [written] = await tx
    .update(edgeDevices)
    .set({ ...columns, heartbeatAt: now, lastSeenAt: now })
    .where(eq(edgeDevices.id, id))
    .returning(shown);
  return written ?? null;
}

/** Records since when a device, whose row is locked, has too little free space; null once it has enough. */
export async function setDiskLowSince(tx: DatabaseOrTransaction, id: string, since: Date | null): Promise<void> {
  await tx.update(edgeDevices).set({ diskLowSince: since }).where(eq(edgeDevices.id, id));
}

/** Records since when the clock of a device, whose row is locked, is off; null once it is right. */
export async function setClockOffSince(tx: DatabaseOrTransaction, id: string, since: Date | null): Promise<void> {
  await tx.update(edgeDevices).set({ clockOffSince: since }).where(eq(edgeDevices.id, id));
}
