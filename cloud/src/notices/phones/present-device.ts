import type { Device } from "@container-inspection/shared-schemas";
import type { DeviceRow } from "./device-store.ts";

/** A device as the audit log keeps it: with its owner, and without its push token. */
export function snapshotDevice(device: DeviceRow): Device & { userId: string } {
  return { ...presentDevice(device), userId: device.userId };
}

/** A device as replies show it: its push token is for nobody to see. */
export function presentDevice(device: DeviceRow): Device {
  const { deviceId, platform, appVersion, deviceModel, isActive } = device;
  const lastActiveAt = device.lastActiveAt.toISOString();
  return {
    deviceId,
    platform,
    appVersion,
    deviceModel,
    isActive,
    lastActiveAt,
    createdAt: device.createdAt.toISOString(),
  };
}
