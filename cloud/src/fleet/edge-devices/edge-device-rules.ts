import type { EdgeDeviceState } from "@container-inspection/shared-schemas";

/** The operation that takes heartbeats, and under which their idempotency keys are kept. */
export const HEARTBEAT_ROUTE = "recordHeartbeatV1";

/** How often a device is expected to send a heartbeat. */
export const HEARTBEAT_SECONDS = 30;

/** How old the note of a device's last request may be before a further request renews it. */
export const NOTED_EVERY_MS = 30_000;

/** How a device stands. */
export function edgeDeviceStateOf(device: {
  revokedAt: Date | null;
  silentSince: Date | null;
  lastSeenAt: Date | null;
}): EdgeDeviceState {
  if (device.revokedAt) return "revoked";
  if (device.silentSince) return "silent";
  return device.lastSeenAt ? "active" : "waiting";
}
