import type { Device } from "@container-inspection/shared-schemas/devices";
import type { DeviceRow } from "./device-store.ts";

/** A device in the audit log: with its owner, without its push token. */
export function snapshotDevice(device: DeviceRow): Device & { userId: string } {
  return { ...presentDevice(device), userId: device.userId };
}

/** A device in replies, without its push token, which is a secret. */
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
