import type { LastCameraEvent } from "@container-inspection/shared-schemas";
import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import { seenCameras } from "../db/review-tables.ts";

/** One word from a camera: its last event of a batch, or a scan. */
export type CameraWord = {
  cameraId: string;
  deviceId: string | null;
  said: { kind: "event"; event: LastCameraEvent } | { kind: "scan" };
  nowMs: number;
};

/**
 * Notes that a camera spoke. A late event never replaces a later one; one from a clock that is ahead counts from its arrival.
 * One row per camera, locked until the transaction ends: make it the last write of the transaction.
 */
export async function noteCamera(tx: DatabaseOrTransaction, word: CameraWord): Promise<void> {
  const { cameraId, deviceId, said, nowMs } = word;
  const now = new Date(nowMs);
  const event = said.kind === "event" ? said.event : null;
  const orderedAt = event && new Date(Math.min(Date.parse(event.timestamp), nowMs));
  const isLater = sql`excluded.last_event_ordered_at >= coalesce(${seenCameras.lastEventOrderedAt}, '-infinity')`;
  const later = (column: string, kept: unknown) =>
    sql`case when ${isLater} then excluded.${sql.raw(column)} else ${kept} end`;
  await tx
    .insert(seenCameras)
    .values({
      cameraId,
      deviceId,
      firstSeenAt: now,
      lastSeenAt: now,
      lastEvent: event,
      lastEventOrderedAt: orderedAt,
      lastScanAt: said.kind === "scan" ? now : null,
    })
    .onConflictDoUpdate({
      target: seenCameras.cameraId,
      set: {
        deviceId: sql`coalesce(excluded.device_id, ${seenCameras.deviceId})`,
        lastSeenAt: sql`greatest(excluded.last_seen_at, ${seenCameras.lastSeenAt})`,
        lastEvent: later("last_event", seenCameras.lastEvent),
        lastEventOrderedAt: later("last_event_ordered_at", seenCameras.lastEventOrderedAt),
        lastScanAt: sql`greatest(excluded.last_scan_at, ${seenCameras.lastScanAt})`,
      },
    });
}
