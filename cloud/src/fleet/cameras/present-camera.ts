import type { Camera } from "@container-inspection/shared-schemas/cameras";
import type { CameraRegistration } from "@container-inspection/shared-schemas/topology";
import { summariseDrift } from "./camera-rules.ts";
import type { CameraRow, KnownCamera } from "./camera-store.ts";

/** A camera as replies show it. */
export function presentCamera(camera: KnownCamera): Camera {
  const { cameraId, seen, registered, lane, site, drift, silentSince } = camera;
  return {
    cameraId,
    registered: registered !== null,
    ...(registered ? { name: registered.name, position: registered.position, view: registered.view } : NOT_REGISTERED),
    site,
    lane,
    ...(seen ? presentSeen(seen) : NEVER_SEEN),
    silentSince: silentSince?.toISOString() ?? null,
    drift: drift && drift.length > 0 ? summariseDrift(drift) : null,
  };
}

const NOT_REGISTERED = { name: null, position: null, view: null };
const NEVER_SEEN = { deviceId: null, firstSeenAt: null, lastSeenAt: null, lastEvent: null, lastScanAt: null };

const presentSeen = ({
  deviceId,
  firstSeenAt,
  lastSeenAt,
  lastEvent,
  lastScanAt,
}: NonNullable<KnownCamera["seen"]>) => ({
  deviceId,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  lastEvent,
  lastScanAt: lastScanAt?.toISOString() ?? null,
});

/** The registration of a camera by an admin. */
export function presentRegistration(row: CameraRow): CameraRegistration {
  const { cameraId, name, position, view, laneId, createdAt, updatedAt } = row;
  return {
    cameraId,
    name,
    position,
    view,
    laneId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Returns the fields of a registration that the audit log stores. */
export const snapshotRegistration = ({ name, position, view, laneId }: CameraRow) => ({
  name,
  position,
  view,
  laneId,
});
