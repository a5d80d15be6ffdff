import type { HeartbeatRequest, StoredHeartbeat } from "@container-inspection/shared-schemas/heartbeats";
import type { ReleaseReport } from "@container-inspection/shared-schemas/releases";

const timeOf = (date: Date | undefined) => date?.toISOString() ?? null;

/** A heartbeat as it is stored and shown to admins; fields that were left out are null. */
export function presentHeartbeat(sent: HeartbeatRequest): StoredHeartbeat {
  const { queue, disk, cameras = [], models = [], releases = [], shadows } = sent;
  return {
    timestamp: timeOf(sent.timestamp),
    clockSynchronised: sent.clock_synchronised ?? null,
    uptimeSeconds: sent.uptime_seconds ?? null,
    cameras: cameras.map((camera) => ({
      cameraId: camera.camera_id,
      state: camera.state,
      lastFrameAt: timeOf(camera.last_frame_at),
      framesPerSecond: camera.frames_per_second ?? null,
      frozen: camera.frozen ?? null,
      pictureFaults: camera.picture_faults ?? [],
      restarts: camera.restarts ?? null,
      lastError: camera.last_error ?? null,
    })),
    queue: queue ? presentQueue(queue) : null,
    disk: disk ? { freeBytes: disk.free_bytes ?? null, totalBytes: disk.total_bytes ?? null } : null,
    models: models.map(({ name, version = null, error = null }) => ({ name, version, error })),
    releases: releases.map(presentReport),
    // Counts of shadows are stored with their roll-out.
    ...(shadows && { shadows: shadows.map(presentReport) }),
    watchingEnabled: sent.watching_enabled ?? null,
  };
}

const presentReport = ({
  release_id: releaseId,
  reason,
  downloaded_bytes: downloadedBytes,
  kind,
  name,
  version,
  state,
}: NonNullable<HeartbeatRequest["releases"]>[number]): ReleaseReport => ({
  releaseId,
  kind,
  name,
  version,
  state,
  reason: reason ?? null,
  downloadedBytes: downloadedBytes ?? null,
});

/** Counts the cameras and models of a device that need attention. */
export function countFaults({ cameras, models }: StoredHeartbeat): { cameras: number; models: number } {
  return {
    cameras: cameras.filter((camera) => camera.state !== "running" || camera.frozen || camera.pictureFaults?.length)
      .length,
    models: models.filter(({ error }) => error).length,
  };
}

const presentQueue = (queue: NonNullable<HeartbeatRequest["queue"]>): StoredHeartbeat["queue"] => ({
  pending: queue.pending ?? null,
  oldestAgeSeconds: queue.oldest_age_seconds ?? null,
  parked: queue.parked ?? null,
  refused: queue.refused ?? null,
  unnumbered: queue.unnumbered ?? null,
  usedBytes: queue.used_bytes ?? null,
  maxBytes: queue.max_bytes ?? null,
  hoursUntilFull: queue.hours_until_full ?? null,
  secondsUntilDrained: queue.seconds_until_drained ?? null,
  lastDeliveredAt: timeOf(queue.last_delivered_at),
});
