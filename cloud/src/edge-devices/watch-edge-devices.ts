import { z } from "zod";
import { auditOfService } from "../audit/create-audit.ts";
import { recordEvent } from "../events/event-store.ts";
import { defineWorker } from "../jobs/define-worker.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import { HEARTBEAT_ROUTE } from "./edge-device-rules.ts";
import { forgetHeartbeatKeys } from "./heartbeat-store.ts";
import { beginSilences, noteLook } from "./silence-store.ts";

const MINUTE_MS = 60_000;
/** Without a look for so long, the service was away: its devices get time to come back before they count as silent. */
const GAP_MS = 3 * MINUTE_MS;
const HEARTBEAT_KEYS_MS = 24 * 60 * MINUTE_MS;

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
 * silence is reported once, in the log, the audit log and to dashboards. Also forgets the idempotency keys of heartbeats that are older than a day.
 */
export const watchEdgeDevices = defineWorker(kind, (parts) => async () => {
  const { db, settings, nowMs, logger } = parts;
  const now = new Date(nowMs());
  const audit = auditOfService(parts);
  await db.transaction(async (tx) => {
    const notSince = new Date(now.getTime() - settings.edgeSilentMinutes * MINUTE_MS);
    const lookingSince = await noteLook(tx, now, GAP_MS);
    if (lookingSince > notSince) return;
    for (const { id, name, lastSeenAt } of await beginSilences(tx, notSince)) {
      const after = { state: "silent", silentSince: lastSeenAt?.toISOString() };
      const before = { state: "active", silentSince: null };
      await audit(tx, { action: "edge-device.fall-silent", subject: { type: "edge-device", id }, before, after });
      await recordEvent(tx, { kind: "device.silent", deviceId: id, name }, now.getTime());
      logger.warn({ edgeDeviceId: id, name, lastSeenAt }, "an edge device has fallen silent");
    }
  });
  await forgetHeartbeatKeys(db, HEARTBEAT_ROUTE, new Date(now.getTime() - HEARTBEAT_KEYS_MS));
});
