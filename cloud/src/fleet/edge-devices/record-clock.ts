import { describeSkew } from "@container-inspection/shared-schemas/durations";
import { CLOCK_OFF_MS } from "@container-inspection/shared-schemas/edge-devices";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { followState } from "./follow-state.ts";
import type { HeardDevice } from "./heartbeat-store.ts";

/** A clock is right again within this; a value near the limit does not flap. */
const RIGHT_MS = CLOCK_OFF_MS / 2;

/** Compares the time of a heartbeat with ours. A heartbeat without a time changes nothing. */
export async function recordClock(
  parts: Needs<"jobs" | "logger" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  device: HeardDevice,
  skewMs: number | null,
): Promise<void> {
  if (skewMs === null) return;
  const { id, name, clockOffSince } = device;
  const isOff = Math.abs(skewMs) > (clockOffSince === null ? CLOCK_OFF_MS : RIGHT_MS);
  await followState(parts, tx, device, {
    column: "clockOffSince",
    isOn: isOff,
    name: "clockOff",
    details: { skewMs },
    action: isOff ? "edge-device.lose-time" : "edge-device.set-time",
    event: { kind: isOff ? "device.clock-off" : "device.clock-set", deviceId: id, name, skewMs },
    logged: isOff
      ? "the clock of an edge device is off: its records bear the wrong time"
      : "the clock of an edge device is right again",
    notice: {
      kind: "clock-off",
      title: `The clock of ${name} is off`,
      body: `It is ${describeSkew(skewMs)}. Its records bear the wrong time until it is set.`,
      data: { edgeDeviceId: id, skewMs: String(skewMs) },
      collapseKey: `clock-off-${id}`,
    },
  });
}
