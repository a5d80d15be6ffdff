import { auditOfService } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { isClockOff } from "./clock-rules.ts";
import type { EdgeDeviceRow } from "./edge-device-store.ts";
import { setClockOffSince } from "./heartbeat-store.ts";

type Parts = Needs<"jobs" | "logger" | "nowMs" | "newId">;
type Device = Pick<EdgeDeviceRow, "id" | "name" | "clockOffSince">;

/**
 * Compares the time of a heartbeat with ours, in its transaction, after the device's row is locked. A clock that is off
 * is reported once, as is its end: in the log and the audit log, to dashboards and webhooks; its beginning also to
 * supervisors' phones. A heartbeat without a time changes nothing.
 */
export async function recordClock(
  parts: Parts,
  tx: DatabaseOrTransaction,
  device: Device,
  skewMs: number | null,
): Promise<void> {
  if (skewMs === null) return;
  const wasOff = device.clockOffSince !== null;
  const isOff = isClockOff(skewMs, { wasOff });
  if (isOff === wasOff) return;
  const now = new Date(parts.nowMs());
  await setClockOffSince(tx, device.id, isOff ? now : null);
  const action = isOff ? "edge-device.lose-time" : "edge-device.set-time";
  const [before, after] = [{ clockOff: wasOff }, { clockOff: isOff, skewMs }];
  await auditOfService(parts)(tx, { action, subject: { type: "edge-device", id: device.id }, before, after });
  const event = { deviceId: device.id, name: device.name, skewMs };
  await recordEvent(tx, { kind: isOff ? "device.clock-off" : "device.clock-set", ...event }, now.getTime());
  const logged = { edgeDeviceId: device.id, name: device.name, skewMs };
  if (isOff) parts.logger.warn(logged, "the clock of an edge device is off: its records bear the wrong time");
  else parts.logger.info(logged, "the clock of an edge device is right again");
  if (isOff) await notifyOfClock(parts, tx, device, skewMs);
}

async function notifyOfClock(
  { jobs }: Parts,
  tx: DatabaseOrTransaction,
  device: Device,
  skewMs: number,
): Promise<void> {
  const direction = skewMs < 0 ? "behind" : "ahead";
  await notifySupervisors(tx, jobs, {
    kind: "clock-off",
    title: `The clock of ${device.name} is off`,
    body: `It is ${Math.round(Math.abs(skewMs) / 1_000)} s ${direction}. Its records bear the wrong time until it is set.`,
    data: { edgeDeviceId: device.id, skewMs: String(skewMs) },
    collapseKey: `clock-off-${device.id}`,
    exceptUserId: null,
  });
}
