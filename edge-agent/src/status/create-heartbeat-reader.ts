import { type HeartbeatRequest, MAX_SHADOWS } from "@container-inspection/shared-schemas/heartbeats";
import type { ShadowComparison } from "@container-inspection/shared-schemas/releases";
import { clipText } from "../base/clip-text.ts";
import type { AgentStatus } from "./agent-status.ts";
import { readDisk } from "../base/read-disk.ts";

/** Limits of the cloud: one entry too many would make it reject the whole heartbeat. */
const MAX_CAMERAS = 200;
const MAX_MODELS = 100;
const MAX_RELEASES = 1_000;

/** Builds the heartbeat from the agent's status; values that cannot be read are omitted. */
export function createHeartbeatReader(parts: {
  status: () => AgentStatus;
  dataDir: string;
  /** Wall clock, milliseconds since the Unix epoch. */
  nowMs: () => number;
}): () => Promise<HeartbeatRequest> {
  return async () => {
    const disk = await readDisk(parts.dataDir);
    const status = parts.status();
    return {
      device_id: status.deviceId,
      timestamp: new Date(parts.nowMs()),
      clock_synchronised: status.clockSynchronised,
      agent_version: status.version,
      uptime_seconds: status.uptimeSeconds,
      cameras: status.cameras.slice(0, MAX_CAMERAS).map(describeCamera),
      queue: describeQueue(status),
      disk: disk && { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
      models: status.models.slice(0, MAX_MODELS).map(describeModel),
      releases: status.releases.slice(0, MAX_RELEASES).map(describeRelease),
      shadows: status.shadows.slice(0, MAX_SHADOWS).map(describeShadow),
      watching_enabled: status.watching.enabled,
    };
  };
}

function describeCamera(camera: AgentStatus["cameras"][number]): NonNullable<HeartbeatRequest["cameras"]>[number] {
  return {
    camera_id: camera.id,
    state: camera.state,
    last_frame_at: dateOf(camera.lastFrameAtMs),
    frames_per_second: camera.framesPerSecond,
    frozen: camera.frozen,
    picture_faults: camera.pictureFaults.map(({ kind }) => kind),
    restarts: camera.restarts,
    last_error: clipText(camera.lastError ?? "", 2_000),
  };
}

function describeModel({ id, name, version, problem }: AgentStatus["models"][number]) {
  return { name: clipText(name, 200) ?? id, version: clipText(version, 200), error: clipText(problem ?? "", 2_000) };
}

/** Names come from the reply of a cloud, and one that was refused may be any text. */
function describeRelease({ releaseId, kind, name, version, state, ...rest }: AgentStatus["releases"][number]) {
  return {
    kind,
    state,
    release_id: nameOf(releaseId),
    name: nameOf(name),
    version: nameOf(version),
    reason: clipText(rest.reason ?? "", 2_000),
    downloaded_bytes: rest.downloadedBytes ?? undefined,
  };
}

const nameOf = (text: string) => clipText(text, 100) ?? "-";

function describeShadow({ comparison, ...report }: AgentStatus["shadows"][number]) {
  return { ...describeRelease(report), comparison: comparison ? describeComparison(comparison) : undefined };
}

function describeComparison(counted: ShadowComparison) {
  return {
    since: new Date(counted.since),
    active_version: counted.activeVersion ?? "unknown",
    pictures_compared: counted.picturesCompared,
    pictures_equal: counted.picturesEqual,
    pictures_skipped: counted.picturesSkipped,
    pictures_failed: counted.picturesFailed,
    active_ms: counted.activeMs ?? undefined,
    shadow_ms: counted.shadowMs ?? undefined,
    both: counted.both,
    only_active: counted.onlyActive,
    only_shadow: counted.onlyShadow,
    classes: counted.classes.map(({ className, both, onlyActive, onlyShadow, confidenceDifference }) => ({
      class_name: className,
      both,
      only_active: onlyActive,
      only_shadow: onlyShadow,
      confidence_difference: confidenceDifference ?? undefined,
    })),
  };
}

function describeQueue({ outbox, forwarder, drain }: AgentStatus): HeartbeatRequest["queue"] {
  if (outbox === null) return undefined;
  return {
    pending: outbox.pending,
    oldest_age_seconds: outbox.oldestAgeMs === null ? undefined : outbox.oldestAgeMs / 1_000,
    parked: outbox.parked,
    refused: outbox.refused,
    unnumbered: outbox.unnumbered,
    used_bytes: outbox.usedBytes,
    max_bytes: outbox.maxBytes,
    hours_until_full: outbox.hoursUntilFull ?? undefined,
    seconds_until_drained: drain?.secondsLeft ?? undefined,
    last_delivered_at: dateOf(forwarder.lastDeliveredAtMs),
  };
}

const dateOf = (ms: number | null): Date | undefined => (ms === null ? undefined : new Date(ms));
