import type { ChainBreak } from "@container-inspection/shared-schemas";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { chainBreaks } from "../../platform/db/tables.ts";
import type { NewLink } from "./link-store.ts";

export type BreakRow = typeof chainBreaks.$inferSelect;

/**
 * Notes a break, once; the fault of a device's signatures once until it is closed. Undefined where it was noted before.
 */
export async function insertBreak(
  tx: DatabaseOrTransaction,
  link: NewLink,
  made: Pick<BreakRow, "id" | "problem" | "detectedAt">,
): Promise<BreakRow | undefined> {
  const { edgeDeviceId, deviceId, cameraId, kind, sequence, recordId } = link;
  const [row] = await tx
    .insert(chainBreaks)
    .values({ ...made, edgeDeviceId, deviceId, cameraId, kind, sequence, recordId, closedAt: null })
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
  return rows.map(({ edgeDeviceId: _id, detectedAt, closedAt, ...row }) => ({
    ...row,
    detectedAt: detectedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }));
}
