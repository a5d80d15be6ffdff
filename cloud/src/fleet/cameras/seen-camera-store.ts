import type { LastCameraEvent } from "@container-inspection/shared-schemas/cameras";
import { sql } from "drizzle-orm";
import { composeStatementOnce, placeholders } from "../../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { seenCameras } from "../../platform/db/tables.ts";
import { dueEvent, recordingIfDue } from "../../journal/events/event-store.ts";

/** Report of a camera: the last event of a batch, or a scan. */
type CameraReport = {
  cameraId: string;
  deviceId: string | null;
  reported: { kind: "event"; event: LastCameraEvent } | { kind: "scan" };
  nowMs: number;
};

/** Interval in ms at which live events report a camera that is seen continuously. */
const ANNOUNCED_EVERY_MS = 10_000;

/**
 * Records that a camera was seen, and every 10 s at most reports it as a live event. A late event never replaces a
 * later one; an event from a clock that is ahead counts from its arrival. The camera's row stays locked until the
 * transaction ends: make this its last write.
 */
export async function recordCamera(tx: DatabaseOrTransaction, report: CameraReport): Promise<void> {
  const { cameraId, deviceId, reported, nowMs } = report;
  const now = new Date(nowMs);
  const event = reported.kind === "event" ? reported.event : null;
  const values = {
    cameraId,
    deviceId,
    firstSeenAt: now,
    lastSeenAt: now,
    lastEvent: event,
    lastEventOrderedAt: event && new Date(Math.min(Date.parse(event.timestamp), nowMs)),
    lastScanAt: reported.kind === "scan" ? now : null,
    announcedAt: now,
    now: now.toISOString(),
    lastAnnouncedBefore: new Date(nowMs - ANNOUNCED_EVERY_MS).toISOString(),
  };
  await writeCamera(tx, { ...values, ...dueEvent({ kind: "camera.seen", cameraId, deviceId }, nowMs) });
}

const writeCamera = composeStatementOnce((db) => {
  const isLater = sql`excluded.last_event_ordered_at >= coalesce(${seenCameras.lastEventOrderedAt}, '-infinity')`;
  const later = (column: string, kept: unknown) =>
    sql`case when ${isLater} then excluded.${sql.raw(column)} else ${kept} end`;
  const isDue = sql`(${seenCameras.announcedAt} is null or ${seenCameras.announcedAt} <= ${sql.placeholder("lastAnnouncedBefore")}::timestamptz)`;
  const written = db
    .insert(seenCameras)
    .values(
      placeholders(
        "cameraId",
        "deviceId",
        "firstSeenAt",
        "lastSeenAt",
        "lastEvent",
        "lastEventOrderedAt",
        "lastScanAt",
        "announcedAt",
      ),
    )
    .onConflictDoUpdate({
      target: seenCameras.cameraId,
      set: {
        deviceId: sql`coalesce(excluded.device_id, ${seenCameras.deviceId})`,
        lastSeenAt: sql`greatest(excluded.last_seen_at, ${seenCameras.lastSeenAt})`,
        lastEvent: later("last_event", seenCameras.lastEvent),
        lastEventOrderedAt: later("last_event_ordered_at", seenCameras.lastEventOrderedAt),
        lastScanAt: sql`greatest(excluded.last_scan_at, ${seenCameras.lastScanAt})`,
        announcedAt: sql`case when ${isDue} then excluded.announced_at else ${seenCameras.announcedAt} end`,
      },
    })
    .returning({
      isDue: sql<boolean>`${seenCameras.announcedAt} = ${sql.placeholder("now")}::timestamptz`.as("is_due"),
    });
  return recordingIfDue(written, placeholders("eventKind", "eventAt", "eventData"));
});
