import { and, asc, desc, eq, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { cameras, edgeDevices, lanes, releases, rollOuts, sites, users } from "../../platform/db/tables.ts";
import type { UploadedRelease } from "./release-store.ts";
import { findSuperseded } from "./roll-out-rules.ts";

export type RollOutRow = typeof rollOuts.$inferSelect;
/** A roll-out with its release and the addresses of the administrators who made them. */
export type PlacedRollOut = { rollOut: RollOutRow; createdBy: string } & UploadedRelease;

/** Roll-outs, newest first. */
export async function findRollOuts(
  db: DatabaseOrTransaction,
  { beforeId, limit }: { beforeId?: string | undefined; limit: number },
): Promise<PlacedRollOut[]> {
  const isBefore = beforeId === undefined ? undefined : lt(rollOuts.id, beforeId);
  return selectPlaced(db).where(isBefore).orderBy(desc(rollOuts.id)).limit(limit);
}

export async function findRollOut(db: DatabaseOrTransaction, id: string): Promise<PlacedRollOut | undefined> {
  const [found] = await selectPlaced(db).where(eq(rollOuts.id, id));
  return found;
}

/** The roll-outs that may concern devices, newest first. Each heartbeat asks: those that ended are not read. */
export async function findOpenRollOuts(db: DatabaseOrTransaction) {
  const { id, kind, name, version, sizeBytes, sha256 } = releases;
  return db
    .select({ rollOut: rollOuts, release: { id, kind, name, version, sizeBytes, sha256 } })
    .from(rollOuts)
    .innerJoin(releases, eq(releases.id, rollOuts.releaseId))
    .where(inArray(rollOuts.state, ["active", "stopped"]))
    .orderBy(desc(rollOuts.id));
}

/** Lets one transaction at a time begin or change roll-outs: which of them are superseded follows from all. */
export const holdRollOuts = (tx: DatabaseOrTransaction): Promise<void> => holdLock(tx, "roll-outs");

/** Notes of each roll-out of a name whether a newer one supersedes it. The caller holds the roll-outs. */
export async function settleSuperseded(
  tx: DatabaseOrTransaction,
  { kind, name }: Pick<UploadedRelease["release"], "kind" | "name">,
): Promise<void> {
  const isOfName = and(eq(releases.kind, kind), eq(releases.name, name));
  const { id, siteIds, deviceIds, canaryIds, stage, state } = rollOuts;
  const rows = await tx
    .select({ id, siteIds, deviceIds, canaryIds, stage, state })
    .from(rollOuts)
    .innerJoin(releases, eq(releases.id, rollOuts.releaseId))
    .where(and(isOfName, inArray(rollOuts.state, ["active", "superseded"])))
    .orderBy(desc(rollOuts.id));
  const superseded = findSuperseded(rows);
  for (const row of rows) {
    const settled = superseded.has(row) ? "superseded" : "active";
    if (row.state !== settled) await tx.update(rollOuts).set({ state: settled }).where(eq(rollOuts.id, row.id));
  }
}

export async function insertRollOut(tx: DatabaseOrTransaction, row: RollOutRow): Promise<void> {
  await tx.insert(rollOuts).values(row);
}

export async function changeRollOut(
  tx: DatabaseOrTransaction,
  id: string,
  changes: Pick<RollOutRow, "stage" | "state" | "updatedAt">,
): Promise<void> {
  await tx.update(rollOuts).set(changes).where(eq(rollOuts.id, id));
}

/** Returns the ids that match no site, and those that match no usable device. */
export async function findUnknown(
  db: DatabaseOrTransaction,
  wanted: { siteIds: readonly string[]; deviceIds: readonly string[] },
): Promise<{ siteIds: string[]; deviceIds: string[] }> {
  const found = await db
    .select({ id: sites.id })
    .from(sites)
    .where(inArray(sites.id, [...wanted.siteIds]));
  const isUsable = and(inArray(edgeDevices.id, [...wanted.deviceIds]), isNull(edgeDevices.revokedAt));
  const usable = await db.select({ id: edgeDevices.id }).from(edgeDevices).where(isUsable);
  const missing = (ids: readonly string[], rows: readonly { id: string }[]) => {
    const known = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  };
  return { siteIds: missing(wanted.siteIds, found), deviceIds: missing(wanted.deviceIds, usable) };
}

/** The sites of cameras; a camera without a lane has none. */
export async function findSitesOf(
  db: DatabaseOrTransaction,
  cameraIds: readonly string[],
): Promise<Map<string, string>> {
  if (cameraIds.length === 0) return new Map();
  const rows = await db
    .select({ cameraId: cameras.cameraId, siteId: lanes.siteId })
    .from(cameras)
    .innerJoin(lanes, eq(lanes.id, cameras.laneId))
    .where(and(isNotNull(cameras.laneId), inArray(cameras.cameraId, [...cameraIds])));
  return new Map(rows.map(({ cameraId, siteId }) => [cameraId, siteId]));
}

/** The devices that may be used, with their newest heartbeats, by name. */
export async function findUsableDevices(db: DatabaseOrTransaction) {
  const { id, name, heartbeat, heartbeatAt, revokedAt } = edgeDevices;
  return db
    .select({ id, name, heartbeat, heartbeatAt })
    .from(edgeDevices)
    .where(isNull(revokedAt))
    .orderBy(asc(name), asc(id));
}

function selectPlaced(db: DatabaseOrTransaction) {
  const uploader = alias(users, "uploader");
  return db
    .select({ rollOut: rollOuts, createdBy: users.email, release: releases, uploadedBy: uploader.email })
    .from(rollOuts)
    .innerJoin(users, eq(users.id, rollOuts.createdById))
    .innerJoin(releases, eq(releases.id, rollOuts.releaseId))
    .innerJoin(uploader, eq(uploader.id, releases.uploadedById))
    .$dynamic();
}
