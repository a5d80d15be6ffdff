import type { EdgeDeviceState } from "@container-inspection/shared-schemas/edge-devices";

/** The operation that records heartbeats; their idempotency keys are stored under it. */
export const HEARTBEAT_ROUTE = "recordHeartbeatV1";

/** Interval in seconds at which a device is expected to send heartbeats. */
export const HEARTBEAT_SECONDS = 30;

/** A request is recorded only when the last recorded one of its device is older than this. */
export const NOTED_EVERY_MS = 30_000;

/** The state of a device. */
export function edgeDeviceStateOf(device: {
  revokedAt: Date | null;
  silentSince: Date | null;
  lastSeenAt: Date | null;
}): EdgeDeviceState {
  if (device.revokedAt) return "revoked";
  if (device.silentSince) return "silent";
  return device.lastSeenAt ? "active" : "waiting";
}
