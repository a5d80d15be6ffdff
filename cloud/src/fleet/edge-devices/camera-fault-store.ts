import { and, eq, inArray, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { cameraFaults } from "../../platform/db/tables.ts";
import type { CameraFault, KeptFault } from "./camera-fault-rules.ts";

/** The faults of a device's cameras, as its heartbeats reported them. */
export async function findFaults(db: DatabaseOrTransaction, deviceId: string) {
  return db.select().from(cameraFaults).where(eq(cameraFaults.deviceId, deviceId)).orderBy(cameraFaults.cameraId);
}

/** Stores the faults of a device's cameras, and replaces the previous faults of these cameras. */
export async function keepFaults(
  tx: DatabaseOrTransaction,
  deviceId: string,
  faults: readonly (CameraFault & KeptFault)[],
): Promise<void> {
  if (faults.length === 0) return;
  const { cameraId } = cameraFaults;
  await tx
    .insert(cameraFaults)
    .values(faults.map((fault) => ({ deviceId, ...fault })))
    .onConflictDoUpdate({
      target: [cameraFaults.deviceId, cameraId],
      set: {
        fault: sql`excluded.fault`,
        reason: sql`excluded.reason`,
        since: sql`excluded.since`,
        lastAt: sql`excluded.last_at`,
        reportedAt: sql`excluded.reported_at`,
      },
    });
}

/** Forgets the faults of these cameras of a device; of all its cameras without `cameraIds`. */
export async function deleteFaults(tx: DatabaseOrTransaction, deviceId: string, cameraIds?: string[]): Promise<void> {
  if (cameraIds?.length === 0) return;
  const isOfDevice = eq(cameraFaults.deviceId, deviceId);
  await tx
    .delete(cameraFaults)
    .where(cameraIds ? and(isOfDevice, inArray(cameraFaults.cameraId, cameraIds)) : isOfDevice);
}
