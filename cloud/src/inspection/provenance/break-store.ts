import type { ChainBreak } from "@container-inspection/shared-schemas/provenance";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { chainBreaks } from "../../platform/db/tables.ts";

export type BreakRow = typeof chainBreaks.$inferSelect;

/** The record that shows a break, and who sent it. */
export type BrokenRecord = Omit<BreakRow, "id" | "problem" | "detectedAt" | "closedAt">;

type Sender = Pick<BreakRow, "keyDeviceId" | "deviceId">;

/**
 * The open faults of a sender in all its records. The sender is the device if it has its own key; with the shared key,
 * it is the name that the record states.
 */
export const isSenderFault = ({ keyDeviceId, deviceId }: Sender) =>
  and(
    keyDeviceId === null
      ? and(isNull(chainBreaks.keyDeviceId), eq(chainBreaks.deviceId, deviceId))
      : eq(chainBreaks.keyDeviceId, keyDeviceId),
    isNull(chainBreaks.closedAt),
    sql`${chainBreaks.problem} in ('missing-signature', 'invalid-signature', 'foreign-device')`,
  );

export async function findSenderFaults(db: DatabaseOrTransaction, sender: Sender): Promise<BreakRow[]> {
  return db.select().from(chainBreaks).where(isSenderFault(sender));
}

/**
 * Notes a break, once; the fault of a sender once until it is closed. Undefined where it was noted before.
 */
export async function insertBreak(
  tx: DatabaseOrTransaction,
  record: BrokenRecord,
  made: Pick<BreakRow, "id" | "problem" | "detectedAt">,
): Promise<BreakRow | undefined> {
  const { edgeDeviceId, keyDeviceId, deviceId, cameraId, kind, sequence, recordId } = record;
  const [row] = await tx
    .insert(chainBreaks)
    .values({ ...made, edgeDeviceId, keyDeviceId, deviceId, cameraId, kind, sequence, recordId, closedAt: null })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Closes a break; false where it was closed before. */
export async function closeBreak(tx: DatabaseOrTransaction, id: string, closedAt: Date): Promise<boolean> {
  const closed = await tx
    .update(chainBreaks)
    .set({ closedAt })
    .where(and(eq(chainBreaks.id, id), isNull(chainBreaks.closedAt)))
    .returning({ id: chainBreaks.id });
  return closed.length > 0;
}

/** The newest breaks of an edge device, as its detail shows them. */
export async function findBreaks(
  db: DatabaseOrTransaction,
  edgeDeviceId: string,
  limit: number,
): Promise<ChainBreak[]> {
  const rows = await db
    .select()
    .from(chainBreaks)
    .where(eq(chainBreaks.edgeDeviceId, edgeDeviceId))
    .orderBy(desc(chainBreaks.id))
    .limit(limit);
  return rows.map(({ edgeDeviceId: _id, keyDeviceId: _key, detectedAt, closedAt, ...row }) => ({
    ...row,
    detectedAt: detectedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }));
}
