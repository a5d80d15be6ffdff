import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { cameraFaults, cameras, edgeDevices } from "../../platform/db/tables.ts";

const MOST = 200;
const isUsed = isNull(edgeDevices.revokedAt);

/** Edge devices that are silent, the longest first. */
export async function findSilentDevices(db: DatabaseOrTransaction) {
  const { id, name, silentSince } = edgeDevices;
  return db
    .select({ id, name, silentSince })
    .from(edgeDevices)
    .where(and(isUsed, isNotNull(silentSince)))
    .orderBy(asc(silentSince), asc(id))
    .limit(MOST);
}

/** Cameras with a fault that has lasted long enough to be reported, the longest first. */
export async function findFaultyCameras(db: DatabaseOrTransaction) {
  const { cameraId, deviceId, fault, reason, since } = cameraFaults;
  return db
    .select({ cameraId, name: cameras.name, deviceId, fault, reason, since })
    .from(cameraFaults)
    .innerJoin(edgeDevices, and(eq(edgeDevices.id, deviceId), isUsed))
    .leftJoin(cameras, eq(cameras.cameraId, cameraId))
    .where(isNotNull(cameraFaults.reportedAt))
    .orderBy(asc(since), asc(cameraId))
    .limit(MOST);
}

/** Edge devices whose clock is off, the longest first. */
export async function findWrongClocks(db: DatabaseOrTransaction) {
  const { id, name, clockSkewMs: skewMs, clockOffSince } = edgeDevices;
  return db
    .select({ id, name, skewMs, clockOffSince })
    .from(edgeDevices)
    .where(and(isUsed, isNotNull(clockOffSince)))
    .orderBy(asc(clockOffSince), asc(id))
    .limit(MOST);
}

/** Edge devices with too little free space, the longest first. */
export async function findLowDisks(db: DatabaseOrTransaction) {
  const { id, name, diskLowSince } = edgeDevices;
  return db
    .select({ id, name, diskLowSince })
    .from(edgeDevices)
    .where(and(isUsed, isNotNull(diskLowSince)))
    .orderBy(asc(diskLowSince), asc(id))
    .limit(MOST);
}
