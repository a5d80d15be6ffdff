import { z } from "zod";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { defineWorker } from "../../platform/jobs/define-worker.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import type { Needs } from "../parts.ts";
import { HEARTBEAT_ROUTE } from "./edge-device-rules.ts";
import type { EdgeDeviceRow } from "./edge-device-store.ts";
import { forgetHeartbeatKeys } from "./heartbeat-store.ts";
import { beginSilences, noteLook } from "./silence-store.ts";

const MINUTE_MS = 60_000;
/** Without a look for so long, the service was away: its devices get time to come back before they count as silent. */
const GAP_MS = 3 * MINUTE_MS;
const HEARTBEAT_KEYS_MS = 24 * 60 * MINUTE_MS;
/** The text of a notice is kept for each device it goes to. */
const MAX_NAMED = 10;

const kind: JobKind<object> = {
  name: "watch-edge-devices",
  data: z.object({}),
  cron: "* * * * *",
  retries: 0,
  firstRetrySeconds: 1,
  longestRetrySeconds: 1,
  timeoutSeconds: 60,
  atOnce: 1,
};

/**
 * Looks every minute for devices that have fallen silent: neither a heartbeat nor another request for `EDGE_SILENT_MINUTES`. Each
 * silence is reported once: in the log and the audit log, to dashboards, and to supervisors' devices. Also forgets the idempotency
 * keys of heartbeats that are older than a day.
 */
export const watchEdgeDevices = defineWorker(
  kind,
  (parts: Needs<"settings" | "db" | "jobs" | "logger" | "nowMs" | "newId">) => async () => {
    const { db, settings, nowMs } = parts;
    const now = new Date(nowMs());
    await db.transaction(async (tx) => {
      const notSince = new Date(now.getTime() - settings.edgeSilentMinutes * MINUTE_MS);
      const lookingSince = await noteLook(tx, now, GAP_MS);
      if (lookingSince > notSince) return;
      const silent = await beginSilences(tx, notSince);
      for (const device of silent) await reportSilence(parts, tx, device, now);
      await tellSupervisors(parts, tx, silent);
    });
    await forgetHeartbeatKeys(db, HEARTBEAT_ROUTE, new Date(now.getTime() - HEARTBEAT_KEYS_MS));
  },
);

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

/** One notice for all that have fallen silent at once: a site that loses its network has many. */
async function tellSupervisors(
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
    body: `No word from ${names}: scans may be missing.`,
    data: { edgeDeviceId: first.id, count: String(silent.length) },
    collapseKey: `edge-silent-${first.id}`,
    exceptUserId: null,
  });
}
