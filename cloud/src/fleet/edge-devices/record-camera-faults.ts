import type { HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { type CameraFault, findCameraFaults, followFaults, type KeptFault } from "./camera-fault-rules.ts";
import { deleteFaults, findFaults, keepFaults } from "./camera-fault-store.ts";

/**
 * Maximum gap in ms between two heartbeats; across a longer one, the state of the cameras is unknown.
 */
const GAP_MS = 3 * 60_000;
/** A notice is stored for each phone that it goes to, so its text stays short. */
const MAX_NAMED = 10;

type Parts = Needs<"settings" | "jobs" | "logger" | "nowMs" | "newId">;
type Device = { id: string; name: string };

/**
 * Compares the cameras of a heartbeat with those before, in its transaction, after the device's row is locked. A fault
 * that has lasted for `CAMERA_FAULT_SECONDS` is reported once: in the log and the audit log, to dashboards and
 * webhooks, and to supervisors' phones; its end in all but the last. A heartbeat without a list of cameras changes
 * nothing.
 */
export async function recordCameraFaults(
  parts: Parts,
  tx: DatabaseOrTransaction,
  device: Device,
  cameras: HeartbeatRequest["cameras"],
): Promise<void> {
  if (!cameras) return;
  const at = new Date(parts.nowMs());
  const before = await findFaults(tx, device.id);
  const afterMs = parts.settings.cameraFaultSeconds * 1_000;
  const { kept, due, ended } = followFaults(before, findCameraFaults(cameras), { at, afterMs, gapMs: GAP_MS });
  await keepFaults(tx, device.id, kept);
  await deleteFaults(
    tx,
    device.id,
    ended.map(({ cameraId }) => cameraId),
  );
  for (const fault of due) await reportFault(parts, tx, device, fault);
  for (const fault of ended) if (fault.reportedAt) await reportRecovery(parts, tx, device, fault);
  await notifyOfFaults(parts, tx, device, due);
}

async function reportFault(
  parts: Parts,
  tx: DatabaseOrTransaction,
  device: Device,
  { cameraId, fault, reason, since }: CameraFault & KeptFault,
): Promise<void> {
  const subject = { type: "camera", id: cameraId };
  const after = { state: "faulty", deviceId: device.id, fault, reason, since: since.toISOString() };
  await auditOfService(parts)(tx, { action: "camera.fail", subject, before: { state: "well" }, after });
  const event = { kind: "camera.faulty", cameraId, deviceId: device.id, fault, reason } as const;
  await recordEvent(tx, event, parts.nowMs());
  parts.logger.warn({ cameraId, edgeDeviceId: device.id, fault, reason, since }, "a camera is faulty");
}

async function reportRecovery(
  parts: Parts,
  tx: DatabaseOrTransaction,
  device: Device,
  { cameraId, since }: KeptFault,
): Promise<void> {
  const before = { state: "faulty", deviceId: device.id, since: since.toISOString() };
  const after = { state: "well", deviceId: device.id, since: null };
  const subject = { type: "camera", id: cameraId };
  await auditOfService(parts)(tx, { action: "camera.recover", subject, before, after });
  await recordEvent(tx, { kind: "camera.recovered", cameraId, deviceId: device.id }, parts.nowMs());
  parts.logger.info({ cameraId, edgeDeviceId: device.id, since }, "a camera has recovered");
}

/** One notice for all cameras of the heartbeat: a switch that fails takes many. */
async function notifyOfFaults(
  { jobs }: Parts,
  tx: DatabaseOrTransaction,
  device: Device,
  due: readonly CameraFault[],
): Promise<void> {
  const [first] = due;
  if (!first) return;
  const named = due.slice(0, MAX_NAMED).map(({ cameraId, fault }) => `${cameraId} is ${fault}`);
  const rest = due.length - named.length;
  const list = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
  await notifySupervisors(tx, jobs, {
    kind: "camera-faulty",
    title:
      due.length === 1
        ? `Camera ${first.cameraId} is ${first.fault}`
        : `${due.length} cameras of ${device.name} are faulty`,
    body: `${device.name}: ${list}. Scans may be missing or wrong.`,
    data: { edgeDeviceId: device.id, cameraId: first.cameraId, count: String(due.length) },
    collapseKey: `camera-faulty-${device.id}`,
    exceptUserId: null,
  });
}
