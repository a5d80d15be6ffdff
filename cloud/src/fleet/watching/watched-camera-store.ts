import { and, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { findHolders } from "../../inspection/provenance/claim-store.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { edgeDevices, type LivePictureDetails, seenCameras, watchedCameras } from "../../platform/db/tables.ts";

/** Notified without a payload when a camera begins to be watched. */
export const WATCH_CHANNEL = "watched_cameras";
/** Notified with each report of a device: its version, a blank and the camera's id. */
export const PICTURE_CHANNEL = "live_pictures";

/** A camera that is watched, without its picture. */
export type WatchedCamera = { cameraId: string; deviceId: string; untilMs: number; version: number };

/** The device that a camera's pictures come from, as far as watching needs it. */
export type CameraDevice = {
  id: string;
  lastSeenAt: Date | null;
  silentSince: Date | null;
  /** Null if its version cannot send pictures. */
  watchingEnabled: boolean | null;
};

/** The newest report about a watched camera. */
export type StoredPicture = Pick<
  typeof watchedCameras.$inferSelect,
  "version" | "image" | "details" | "takenAt" | "absence"
>;

/** Report of a device about a watched camera: its newest picture, or the reason why it has none. */
export type PictureReport =
  | { image: string; details: LivePictureDetails; takenAt: Date }
  | { absence: "camera" | "deliveries" };

const NO_REPORT = { image: null, details: null, takenAt: null, absence: null };

/**
 * Finds the device of a camera: the one whose newest heartbeat lists it; if there are several, the one that also sent
 * the camera's last event or scan. A camera that belongs to a device with its own key has no other one. Reads all
 * devices, so callers cache the result for some seconds.
 */
export async function findCameraDevice(db: Database, cameraId: string): Promise<CameraDevice | undefined> {
  const listsIt = sql`${edgeDevices.heartbeat} @> ${JSON.stringify({ cameras: [{ cameraId }] })}::jsonb`;
  const holder = (await findHolders(db, "camera", [cameraId])).get(cameraId);
  const [found] = await db
    .select({
      id: edgeDevices.id,
      lastSeenAt: edgeDevices.lastSeenAt,
      silentSince: edgeDevices.silentSince,
      watchingEnabled: sql<boolean | null>`(${edgeDevices.heartbeat} ->> 'watchingEnabled')::boolean`,
    })
    .from(edgeDevices)
    .leftJoin(seenCameras, eq(seenCameras.cameraId, cameraId))
    .where(and(isNull(edgeDevices.revokedAt), listsIt, holder === undefined ? undefined : eq(edgeDevices.id, holder)))
    .orderBy(
      sql`(${edgeDevices.reportedId} = ${seenCameras.deviceId}) desc nulls last`,
      sql`${edgeDevices.heartbeatAt} desc`,
      edgeDevices.id,
    )
    .limit(1);
  return found;
}

/** Has a camera watched until a time; notifies all processes if it was not, or on another device. */
export async function renewWatch(
  db: Database,
  { cameraId, deviceId, now, until }: { cameraId: string; deviceId: string; now: Date; until: Date },
): Promise<void> {
  const isWatched = and(
    eq(watchedCameras.cameraId, cameraId),
    eq(watchedCameras.deviceId, deviceId),
    gt(watchedCameras.watchedUntil, now),
  );
  const before = db.select({ cameraId: watchedCameras.cameraId }).from(watchedCameras).where(isWatched);
  // A picture of the time before, or of another device, is not shown again.
  const isNew = sql`not exists (select 1 from before)`;
  const kept = (column: string) =>
    sql`case when ${isNew} then null else ${watchedCameras}.${sql.identifier(column)} end`;
  const renewed = db
    .insert(watchedCameras)
    .values({ cameraId, deviceId, watchedUntil: until })
    .onConflictDoUpdate({
      target: watchedCameras.cameraId,
      set: {
        deviceId,
        watchedUntil: sql`greatest(${watchedCameras.watchedUntil}, excluded.watched_until)`,
        image: kept("image"),
        details: kept("details"),
        takenAt: kept("taken_at"),
        absence: kept("absence"),
      },
    });
  await db.execute(sql`
    with before as ${before}, renewed as ${renewed}
    select pg_notify(${WATCH_CHANNEL}, '') where ${isNew}`);
}

/** Every camera that is watched now. */
export async function findWatched(db: Database, now: Date): Promise<WatchedCamera[]> {
  const { cameraId, deviceId, watchedUntil, version } = watchedCameras;
  const rows = await db
    .select({ cameraId, deviceId, watchedUntil, version })
    .from(watchedCameras)
    .where(gt(watchedUntil, now));
  return rows.map(({ watchedUntil: until, ...camera }) => ({ ...camera, untilMs: until.getTime() }));
}

/** Stores a device's report in place of the last one; false if no user watches this camera of this device. */
export async function writeReport(
  tx: DatabaseOrTransaction,
  { cameraId, deviceId, now }: { cameraId: string; deviceId: string; now: Date },
  report: PictureReport,
): Promise<boolean> {
  const written = tx
    .update(watchedCameras)
    .set({
      version: sql`greatest(${watchedCameras.version} + 1, ${now.getTime()}::bigint)`,
      ...("absence" in report ? report : { ...report, absence: null }),
    })
    .where(
      and(
        eq(watchedCameras.cameraId, cameraId),
        eq(watchedCameras.deviceId, deviceId),
        gt(watchedCameras.watchedUntil, now),
      ),
    )
    .returning({ version: watchedCameras.version });
  const { rows } = await tx.execute(sql`
    with written as ${written}
    select pg_notify(${PICTURE_CHANNEL}, version || ' ' || ${cameraId}::text) from written`);
  return rows.length > 0;
}

/** The newest report about a camera; undefined if it was never watched. */
export async function readReport(db: Database, cameraId: string): Promise<StoredPicture | undefined> {
  const { version, image, details, takenAt, absence } = watchedCameras;
  const [found] = await db
    .select({ version, image, details, takenAt, absence })
    .from(watchedCameras)
    .where(eq(watchedCameras.cameraId, cameraId));
  return found;
}

/** Deletes the pictures of cameras that have not been watched since a time. */
export async function deletePictures(db: Database, before: Date): Promise<void> {
  await db
    .update(watchedCameras)
    .set(NO_REPORT)
    .where(
      and(
        lt(watchedCameras.watchedUntil, before),
        or(isNotNull(watchedCameras.image), isNotNull(watchedCameras.absence)),
      ),
    );
}
