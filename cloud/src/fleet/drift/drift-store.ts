import { and, eq, lt, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { cameraDrifts } from "../../platform/db/tables.ts";

export type DriftRow = typeof cameraDrifts.$inferSelect;

/** The drift of a camera; undefined if it does not drift. */
export async function findDrift(db: DatabaseOrTransaction, cameraId: string): Promise<DriftRow | undefined> {
  const [found] = await db.select().from(cameraDrifts).where(eq(cameraDrifts.cameraId, cameraId));
  return found && found.measures.length > 0 ? found : undefined;
}

/** The last comparison of a camera, which may have found no drift, locked until the transaction ends. */
export async function lockDrift(tx: DatabaseOrTransaction, cameraId: string): Promise<DriftRow | undefined> {
  const [found] = await tx.select().from(cameraDrifts).where(eq(cameraDrifts.cameraId, cameraId)).for("update");
  return found;
}

/** Stores the drift that a device reported, and replaces the previous state of the camera. */
export async function keepDrift(tx: DatabaseOrTransaction, row: DriftRow): Promise<void> {
  const { cameraId: _id, ...changes } = row;
  await tx.insert(cameraDrifts).values(row).onConflictDoUpdate({ target: cameraDrifts.cameraId, set: changes });
}

/** Forgets the drifts that a device reported. */
export async function deleteDrifts(tx: DatabaseOrTransaction, deviceId: string): Promise<void> {
  await tx.delete(cameraDrifts).where(eq(cameraDrifts.deviceId, deviceId));
}

/** Deletes the pictures of drifts that were reported before a time, and returns of how many; their numbers stay. */
export async function deleteDriftPictures(db: Database, before: Date): Promise<number> {
  const hasPictures = sql`jsonb_array_length(${cameraDrifts.pictures}) > 0`;
  const expired = await db
    .update(cameraDrifts)
    .set({ pictures: [] })
    .where(and(lt(cameraDrifts.reportedAt, before), hasPictures))
    .returning({ cameraId: cameraDrifts.cameraId });
  return expired.length;
}
