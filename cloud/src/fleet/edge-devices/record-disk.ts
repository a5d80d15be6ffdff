import type { HeartbeatRequest } from "@container-inspection/shared-schemas";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { isSpaceLow, scarcestSpace, type Space } from "./disk-rules.ts";
import type { EdgeDeviceRow } from "./edge-device-store.ts";
import { setDiskLowSince } from "./heartbeat-store.ts";

type Parts = Needs<"settings" | "jobs" | "logger" | "nowMs" | "newId">;
type Device = Pick<EdgeDeviceRow, "id" | "name" | "diskLowSince">;

/**
 * Compares the free space of a heartbeat with the limit, in its transaction, after the device's row is locked. Too
 * little of it is reported once, as is its end: in the log and the audit log, to dashboards and webhooks; its beginning
 * also to supervisors' phones. A heartbeat that reports no space changes nothing.
 */
export async function recordDisk(
  parts: Parts,
  tx: DatabaseOrTransaction,
  device: Device,
  heartbeat: HeartbeatRequest,
): Promise<void> {
  const space = scarcestSpace(heartbeat);
  if (!space) return;
  const wasLow = device.diskLowSince !== null;
  const isLow = isSpaceLow(space, { wasLow, percent: parts.settings.edgeDiskLowPercent });
  if (isLow === wasLow) return;
  const now = new Date(parts.nowMs());
  await setDiskLowSince(tx, device.id, isLow ? now : null);
  const [before, after] = [{ diskLow: wasLow }, { diskLow: isLow, ...space }];
  const action = isLow ? "edge-device.run-low-on-disk" : "edge-device.free-disk";
  await auditOfService(parts)(tx, { action, subject: { type: "edge-device", id: device.id }, before, after });
  const event = { deviceId: device.id, name: device.name, ...space };
  await recordEvent(tx, { kind: isLow ? "device.disk-low" : "device.disk-freed", ...event }, now.getTime());
  const logged = { edgeDeviceId: device.id, name: device.name, ...space };
  if (isLow) parts.logger.warn(logged, "an edge device has little free space");
  else parts.logger.info(logged, "an edge device has enough free space again");
  if (isLow) await notifyOfDisk(parts, tx, device, space);
}

async function notifyOfDisk({ jobs }: Parts, tx: DatabaseOrTransaction, device: Device, space: Space): Promise<void> {
  const percent = Math.floor((100 * space.freeBytes) / space.totalBytes);
  await notifySupervisors(tx, jobs, {
    kind: "disk-low",
    title: `${device.name} has little free space`,
    body: `${percent} % of its ${space.place} is free. Without space, scans may be reduced or lost.`,
    data: { edgeDeviceId: device.id, place: space.place },
    collapseKey: `disk-low-${device.id}`,
    exceptUserId: null,
  });
}
