import { and, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { edgeDevices } from "../../platform/db/tables.ts";
import type { EdgeDeviceRow } from "../register/edge-device-store.ts";

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

/** A device that has sent a heartbeat. */
export type HeardDevice = Pick<EdgeDeviceRow, "id" | "name" | StateColumn>;

/** Stores a device's newest heartbeat and locks its row; null if the device was deleted. */
export async function writeHeartbeat(
  tx: DatabaseOrTransaction,
  id: string,
  columns: HeartbeatColumns,
  now: Date,
): Promise<HeardDevice | null> {
  const [written] = await tx
    .update(edgeDevices)
    .set({ ...columns, heartbeatAt: now, lastSeenAt: now })
    .where(eq(edgeDevices.id, id))
    .returning(shown);
  return written ?? null;
}

/** Columns with the time since when a device is in a bad state that its heartbeats show; null while it is not. */
export type StateColumn = "diskLowSince" | "clockOffSince";

/** Records since when a device, whose row is locked, is in a state; null once that is over. */
export async function setStateSince(
  tx: DatabaseOrTransaction,
  id: string,
  column: StateColumn,
  since: Date | null,
): Promise<void> {
  await tx
    .update(edgeDevices)
    .set({ [column]: since })
    .where(eq(edgeDevices.id, id));
}
