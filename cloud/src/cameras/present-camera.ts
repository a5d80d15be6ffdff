import type { Camera } from "@container-inspection/shared-schemas";
import type { SeenCamera } from "./seen-camera-store.ts";

/** A camera as replies show it. */
export function presentCamera({
  cameraId,
  deviceId,
  firstSeenAt,
  lastSeenAt,
  lastEvent,
  lastScanAt,
}: SeenCamera): Camera {
  return {
    cameraId,
    deviceId,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    lastEvent,
    lastScanAt: lastScanAt?.toISOString() ?? null,
  };
}
