import type { Camera, CameraRegistration } from "@container-inspection/shared-schemas";
import type { CameraRow, KnownCamera } from "./camera-store.ts";

/** A camera as replies show it. */
export function presentCamera({ cameraId, seen, registered, lane, site }: KnownCamera): Camera {
  return {
    cameraId,
    registered: registered !== null,
    name: registered?.name ?? null,
    position: registered?.position ?? null,
    site,
    lane,
    deviceId: seen?.deviceId ?? null,
    firstSeenAt: seen?.firstSeenAt.toISOString() ?? null,
    lastSeenAt: seen?.lastSeenAt.toISOString() ?? null,
    lastEvent: seen?.lastEvent ?? null,
    lastScanAt: seen?.lastScanAt?.toISOString() ?? null,
  };
}

/** What an admin said of a camera. */
export function presentRegistration(row: CameraRow): CameraRegistration {
  const { cameraId, name, position, laneId, createdAt, updatedAt } = row;
  return {
    cameraId,
    name,
    position,
    laneId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** What the audit log keeps of a registration. */
export const snapshotRegistration = ({ name, position, laneId }: CameraRow) => ({ name, position, laneId });
