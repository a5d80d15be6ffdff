import { auditOfService } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import type { Needs } from "../parts.ts";
import type { EdgeDeviceRow } from "../register/edge-device-store.ts";
import { beginSilences, recordTick } from "./silence-store.ts";

const MINUTE_MS = 60_000;
/**
 * Maximum gap in ms between two ticks. A longer gap means that the service was down: devices get time to reconnect
 * before they count as silent.
 */
const GAP_MS = 3 * MINUTE_MS;
/** A notice is stored for each phone that it goes to, so its text stays short. */
const MAX_NAMED = 10;

/**
 * Finds devices that have fallen silent: no heartbeat and no other request for longer than `EDGE_SILENT_MINUTES`. Runs
 * every minute, and reports each silence once: in the log and the audit log, to dashboards, and to supervisors' phones.
 */
export async function watchEdgeDevices(
  parts: Needs<"settings" | "db" | "jobs" | "logger" | "nowMs" | "newId">,
): Promise<{ silent: number }> {
  const { db, settings, nowMs } = parts;
  const now = new Date(nowMs());
  return db.transaction(async (tx) => {
    const notSince = new Date(now.getTime() - settings.edgeSilentMinutes * MINUTE_MS);
    const watchingSince = await recordTick(tx, now, GAP_MS);
    if (watchingSince > notSince) return { silent: 0 };
    const silent = await beginSilences(tx, notSince);
    for (const device of silent) await reportSilence(parts, tx, device, now);
    await notifyOfSilence(parts, tx, silent);
    return { silent: silent.length };
  });
}

async function reportSilence(
  parts: Needs<"logger" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  { id, name, lastSeenAt }: EdgeDeviceRow,
  now: Date,
): Promise<void> {
  const before = { state: "active", silentSince: null };
  const after = { state: "silent", silentSince: lastSeenAt?.toISOString() };
  const subject = { type: "edge-device", id };
  await auditOfService(parts)(tx, { action: "edge-device.fall-silent", subject, before, after });
  await recordEvent(tx, { kind: "device.silent", deviceId: id, name }, now.getTime());
  parts.logger.warn({ edgeDeviceId: id, name, lastSeenAt }, "an edge device has fallen silent");
}

/** One notice for all devices that have fallen silent at once: a site that loses its network has many. */
async function notifyOfSilence(
  { jobs }: Needs<"jobs">,
  tx: DatabaseOrTransaction,
  silent: EdgeDeviceRow[],
): Promise<void> {
  const [first] = silent;
  if (!first) return;
  const named = silent.slice(0, MAX_NAMED).map(({ name }) => name);
  const rest = silent.length - named.length;
  const names = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
  await notifySupervisors(tx, jobs, {
    kind: "edge-silent",
    title: silent.length === 1 ? `${first.name} is silent` : `${silent.length} edge devices are silent`,
    body: `No contact with ${names}: scans may be missing.`,
    data: { edgeDeviceId: first.id, count: String(silent.length) },
    collapseKey: `edge-silent-${first.id}`,
    exceptUserId: null,
  });
}
