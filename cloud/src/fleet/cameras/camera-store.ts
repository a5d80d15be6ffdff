import type { CameraView } from "@container-inspection/shared-schemas/cameras";
import { and, asc, eq, gt, isNotNull, isNull, or, type SQLWrapper, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdsText } from "../../platform/db/part-of-text.ts";
import { cameraDrifts, cameras, edgeDevices, lanes, seenCameras, sites } from "../../platform/db/tables.ts";

export type CameraRow = typeof cameras.$inferSelect;

export type CameraFilter = {
  /** Part of the id or the name. */
  q?: string | undefined;
  laneId?: string | undefined;
  status?: "registered" | "unregistered" | "unassigned" | "never-seen" | undefined;
  /** Cursor: id of the camera after which the page begins. */
  afterId?: string | undefined;
  limit: number;
};

/** A camera: what events and scans reported of it, its registration by an admin, and its place. */
export type KnownCamera = Awaited<ReturnType<typeof findCameras>>[number];

/** Cameras that were seen or registered, in the order of their ids. */
export async function findCameras(db: DatabaseOrTransaction, filter: CameraFilter) {
  const { q, laneId, status, afterId, limit } = filter;
  return selectKnown(db)
    .where(
      and(
        q === undefined ? undefined : or(holdsText(cameraId, q), holdsText(cameras.name, q)),
        laneId === undefined ? undefined : eq(cameras.laneId, laneId),
        status && hasStatus(status),
        afterId === undefined ? undefined : gt(cameraId, afterId),
      ),
    )
    .orderBy(asc(cameraId))
    .limit(limit);
}

/** A camera that was seen or registered. */
export async function findCamera(db: DatabaseOrTransaction, id: string): Promise<KnownCamera | undefined> {
  const [found] = await selectKnown(db).where(eq(cameraId, id));
  return found;
}

/** The cameras of all lanes, by their ids. */
export async function findPlacedCameras(db: DatabaseOrTransaction): Promise<KnownCamera[]> {
  return selectKnown(db).where(isNotNull(cameras.laneId)).orderBy(asc(cameraId));
}

/** Cameras without a lane, the last seen first, at most `limit`. */
export async function findUnplacedCameras(db: DatabaseOrTransaction, limit: number): Promise<KnownCamera[]> {
  return selectKnown(db)
    .where(isNull(cameras.laneId))
    .orderBy(sql`${seenCameras.lastSeenAt} desc nulls last`, asc(cameraId))
    .limit(limit);
}

/** The registration of a camera, locked until the transaction ends. */
export async function lockRegistration(tx: DatabaseOrTransaction, id: string): Promise<CameraRow | undefined> {
  const [found] = await tx.select().from(cameras).where(eq(cameras.cameraId, id)).for("update");
  return found;
}

export async function findRegistration(db: DatabaseOrTransaction, id: string): Promise<CameraRow | undefined> {
  const [found] = await db.select().from(cameras).where(eq(cameras.cameraId, id));
  return found;
}

/** Registers a camera, or changes its registration. */
export async function saveRegistration(tx: DatabaseOrTransaction, camera: CameraRow): Promise<void> {
  const { cameraId: _id, createdAt: _createdAt, ...changes } = camera;
  await tx.insert(cameras).values(camera).onConflictDoUpdate({ target: cameras.cameraId, set: changes });
}

export async function deleteRegistration(tx: DatabaseOrTransaction, id: string): Promise<void> {
  await tx.delete(cameras).where(eq(cameras.cameraId, id));
}

const cameraId = sql<string>`coalesce(${seenCameras.cameraId}, ${cameras.cameraId})`;

/**
 * Selects the time since when the devices of each reported id have been silent; if several share an id, all must be.
 */
function selectSilences(db: DatabaseOrTransaction) {
  const { reportedId, silentSince, revokedAt } = edgeDevices;
  const since = sql<Date | null>`case when bool_and(${silentSince} is not null) then max(${silentSince}) end`;
  return db
    .select({ reportedId, since: since.mapWith(silentSince).as("since") })
    .from(edgeDevices)
    .where(and(isNotNull(reportedId), isNull(revokedAt)))
    .groupBy(reportedId)
    .as("silences");
}

function selectKnown(db: DatabaseOrTransaction) {
  const silences = selectSilences(db);
  return db
    .select({
      cameraId,
      seen: seenCameras,
      registered: cameras,
      lane: { id: lanes.id, name: lanes.name },
      site: { id: sites.id, name: sites.name },
      drift: cameraDrifts.measures,
      silentSince: silences.since,
    })
    .from(seenCameras)
    .fullJoin(cameras, eq(cameras.cameraId, seenCameras.cameraId))
    .leftJoin(lanes, eq(lanes.id, cameras.laneId))
    .leftJoin(sites, eq(sites.id, lanes.siteId))
    .leftJoin(cameraDrifts, eq(cameraDrifts.cameraId, cameraId))
    .leftJoin(silences, eq(silences.reportedId, seenCameras.deviceId))
    .$dynamic();
}

function hasStatus(status: NonNullable<CameraFilter["status"]>) {
  if (status === "registered") return isNotNull(cameras.cameraId);
  if (status === "unregistered") return isNull(cameras.cameraId);
  return status === "unassigned" ? isNull(cameras.laneId) : isNull(seenCameras.cameraId);
}

/**
 * Returns a query column with the view of the cargo that a camera has: as registered, or derived from its position.
 */
export function viewOfCamera(cameraId: string | SQLWrapper | null) {
  return sql<CameraView | null>`(select coalesce(${cameras.view},
    case ${cameras.position} when 'top' then 'top' when 'xray' then 'xray-full' end)
    from ${cameras} where ${cameras.cameraId} = ${cameraId})`;
}
