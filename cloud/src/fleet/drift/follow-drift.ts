import type { auditOf } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { describeMeasure, newMeasures } from "./drift-rules.ts";
import { type DriftRow, keepDrift, lockDrift } from "./drift-store.ts";

type Parts = Needs<"jobs" | "logger" | "nowMs"> & { audit: ReturnType<typeof auditOf> };

/**
 * Stores the drift that a device reports for a camera. A new measure is reported in the log and the audit log, to
 * dashboards and webhooks, and to supervisors' phones; the end of a drift everywhere except to phones.
 */
export async function followDrift(
  parts: Parts,
  tx: DatabaseOrTransaction,
  device: { id: string; name: string },
  report: DriftRow,
): Promise<void> {
  const { cameraId, measures } = report;
  const before = await lockDrift(tx, cameraId);
  const isOfDevice = before?.deviceId === device.id;
  // Reports overtake each other on the way: the last comparison counts, not the last arrival.
  if (isOfDevice && before.comparedAt > report.comparedAt) return;
  const known = isOfDevice ? before.measures : [];
  // The end is kept with its time; another device than the one that found a drift does not end it.
  if (measures.length > 0 || isOfDevice || !before) await keepDrift(tx, report);
  const added = newMeasures(known, measures);
  const ended = newMeasures(measures, known);
  if (added.length + ended.length === 0) return;
  const describe = (list: DriftRow["measures"]) => list.map(({ measure }) => measure);
  await parts.audit(tx, {
    action: measures.length > 0 ? "camera.drift" : "camera.drift-end",
    subject: { type: "camera", id: cameraId },
    before: { drift: describe(known) },
    after: { drift: describe(measures), deviceId: device.id },
  });
  await recordEvent(
    tx,
    { kind: "camera.drifted", cameraId, deviceId: device.id, measures: describe(measures) },
    parts.nowMs(),
  );
  const logged = { cameraId, edgeDeviceId: device.id, measures: describe(measures) };
  if (added.length === 0) return parts.logger.info(logged, "a camera drifts less, or no longer");
  parts.logger.warn(logged, "a camera drifts from its reference");
  const reasons = added.map(describeMeasure).join("; ");
  return notifySupervisors(tx, parts.jobs, {
    kind: "camera-drift",
    title: `Camera ${cameraId} drifts from its reference`,
    body: `${device.name}: ${reasons}. Compare its pictures.`,
    data: { edgeDeviceId: device.id, cameraId },
    collapseKey: `camera-drift-${encodeURIComponent(cameraId).slice(0, 50)}`,
    exceptUserId: null,
  });
}
