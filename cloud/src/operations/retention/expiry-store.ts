import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { isKept } from "../../inspection/record/kept-container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { cameras, containers, evidence, lanes, scans, sites } from "../../platform/db/tables.ts";
import type { PictureFolder } from "./picture-store.ts";

/** A record whose pictures are past their retention, with their keys. */
export type ExpiredRecord = { id: string; keys: string[] };

/** Records of the cameras of one site, or all but those of some sites. */
export type ExpiryPlace = { siteId: string } | { exceptSiteIds: readonly string[] };

export type ExpiryRange = {
  place: ExpiryPlace;
  /** The last id of the previous batch; empty for the first one. */
  afterId: string;
  /** Records made before this one are past their retention. */
  beforeId: string;
  limit: number;
};

/** A container that must not leave keeps its pictures. */
const isNotHeld = sql`not (${isKept})`;

/** Cameras belong to the site of their lane; what no camera recorded belongs to no site. */
function isAt(tx: DatabaseOrTransaction, cameraId: PgColumn, place: ExpiryPlace) {
  const siteIds = "siteId" in place ? [place.siteId] : [...place.exceptSiteIds];
  if (siteIds.length === 0) return undefined;
  const ofSites = tx
    .select({ cameraId: cameras.cameraId })
    .from(cameras)
    .innerJoin(lanes, eq(lanes.id, cameras.laneId))
    .where(inArray(lanes.siteId, siteIds));
  return "siteId" in place ? inArray(cameraId, ofSites) : or(isNull(cameraId), notInArray(cameraId, ofSites));
}

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

async function markScans(tx: DatabaseOrTransaction, range: ExpiryRange, nowMs: number) {
  const { afterId, beforeId, limit, place } = range;
  const { id, containerId, imageKey, visualizationKey, thumbnailKey, imageDeletedAt, status } = scans;
  const isKept = and(isNull(imageDeletedAt), isNotNull(imageKey), ne(status, "pending"));
  const rows = await tx
    .select({ id, imageKey, visualizationKey, thumbnailKey })
    .from(scans)
    .innerJoin(containers, and(eq(containers.id, containerId), isNotHeld))
    .where(and(gt(id, afterId), lt(id, beforeId), isKept, isAt(tx, scans.cameraId, place)))
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

async function markEvidence(tx: DatabaseOrTransaction, range: ExpiryRange, nowMs: number) {
  const { afterId, beforeId, limit, place } = range;
  const { id, containerId, imageKey, visualizationKey, thumbnailKey, imageDeletedAt, deletedAt } = evidence;
  const isKept = and(isNull(imageDeletedAt), isNull(deletedAt));
  const rows = await tx
    .select({ id, imageKey, visualizationKey, thumbnailKey })
    .from(evidence)
    .innerJoin(containers, and(eq(containers.id, containerId), isNotHeld))
    .where(and(gt(id, afterId), lt(id, beforeId), isKept, isAt(tx, evidence.cameraId, place)))
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

/** The ids that name no site. */
export async function findUnknownSites(db: DatabaseOrTransaction, ids: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ id: sites.id })
    .from(sites)
    .where(inArray(sites.id, [...ids]));
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
