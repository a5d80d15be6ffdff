import { expect, test } from "vitest";
import { edgeDeviceStateOf, HEARTBEAT_ROUTE } from "./edge-device-rules.ts";

const at = new Date(0);

test.each([
  ["waiting", { revokedAt: null, silentSince: null, lastSeenAt: null }],
  ["active", { revokedAt: null, silentSince: null, lastSeenAt: at }],
  ["silent", { revokedAt: null, silentSince: at, lastSeenAt: at }],
  ["revoked", { revokedAt: at, silentSince: at, lastSeenAt: at }],
])("a device is %s", (expected, device) => {
  expect(edgeDeviceStateOf(device)).toBe(expected);
});

test("receipts that another release stored keep their route", () => {
  expect(HEARTBEAT_ROUTE).toBe("recordHeartbeatV1");
});
