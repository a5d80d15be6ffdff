import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, notInArray } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, evidence, scans } from "../../platform/db/tables.ts";
import type { PictureFolder } from "./picture-store.ts";

/** A record whose pictures are past their retention, with their keys. */
export type ExpiredRecord = { id: string; keys: string[] };

export type ExpiryRange = {
  /** The last id of the previous batch; empty for the first one. */
  afterId: string;
  /** Records made before this one are past their retention. */
  beforeId: string;
  limit: number;
};

/**
 * A legal hold keeps the pictures of a container; so does a status that waits for a decision, or that a decision to
 * hold has set.
 */
const isNotHeld = and(isNull(containers.legalHold), notInArray(containers.status, ["ESCALATED", "HELD", "INSPECT"]));

/**
 * Marks the pictures of the next records as deleted, in the order of their ids, and returns the records. Their
 * containers cannot be put on hold until the transaction ends; rows that another transaction has locked wait for the
 * next run.
 */
export async function markExpired(
  tx: DatabaseOrTransaction,
  folder: PictureFolder,
  range: ExpiryRange,
  nowMs: number,
): Promise<ExpiredRecord[]> {
  return folder === "scans" ? markScans(tx, range, nowMs) : markEvidence(tx, range, nowMs);
}

async function markScans(tx: DatabaseOrTransaction, { afterId, beforeId, limit }: ExpiryRange, nowMs: number) {
  const { id, containerId, imageKey, visualizationKey, thumbnailKey, imageDeletedAt, status } = scans;
  const rows = await tx
    .select({ id, imageKey, visualizationKey, thumbnailKey })
    .from(scans)
    .innerJoin(containers, and(eq(containers.id, containerId), isNotHeld))
    .where(and(gt(id, afterId), lt(id, beforeId), isNull(imageDeletedAt), isNotNull(imageKey), ne(status, "pending")))
    .orderBy(asc(id))
    .limit(limit)
    .for("update", { skipLocked: true });
  const ids = rows.map((row) => row.id);
  await tx
    .update(scans)
    .set({ imageDeletedAt: new Date(nowMs) })
    .where(inArray(id, ids));
  return rows.map((row) => recordOf(row.id, [row.imageKey, row.visualizationKey, row.thumbnailKey]));
}

async function markEvidence(tx: DatabaseOrTransaction, { afterId, beforeId, limit }: ExpiryRange, nowMs: number) {
  const { id, containerId, imageKey, visualizationKey, thumbnailKey, imageDeletedAt, deletedAt } = evidence;
  const rows = await tx
    .select({ id, imageKey, visualizationKey, thumbnailKey })
    .from(evidence)
    .innerJoin(containers, and(eq(containers.id, containerId), isNotHeld))
    .where(and(gt(id, afterId), lt(id, beforeId), isNull(imageDeletedAt), isNull(deletedAt)))
    .orderBy(asc(id))
    .limit(limit)
    .for("update", { skipLocked: true });
  const ids = rows.map((row) => row.id);
  await tx
    .update(evidence)
    .set({ imageDeletedAt: new Date(nowMs) })
    .where(inArray(id, ids));
  return rows.map((row) => recordOf(row.id, [row.imageKey, row.visualizationKey, row.thumbnailKey]));
}

const recordOf = (id: string, keys: (string | null)[]): ExpiredRecord => ({
  id,
  keys: keys.filter((key) => key !== null),
});
