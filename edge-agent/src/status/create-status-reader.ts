import type { Camera } from "../cameras/camera.ts";
import { cameraFixes } from "../cameras/check-camera.ts";
import { maskUrl } from "../cameras/mask-url.ts";
import { UNLIKE_FAULT, UNLIKE_PICTURES } from "@container-inspection/shared-schemas/unlike-pictures";
import { isClockSynchronised } from "../base/clock-synchronised.ts";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig } from "../config/config.ts";
import type { DriftWatch } from "../care/drift/watch-drift.ts";
import type { CloudClock } from "../forwarding/link/cloud-clock.ts";
import type { KeyRegistration } from "../forwarding/signing/key-registration.ts";
import type { Forwarder } from "../forwarding/forwarder.ts";
import type { ModelShelf } from "../composition/model-shelf.ts";
import type { MqttStatus } from "../lanes/mqtt-triggers.ts";
import type { NumberCameras } from "../composition/open-number-cameras.ts";
import type { Outbox, OutboxStatus } from "../outbox/outbox.ts";
import type { RollOuts } from "../care/roll-outs/follow-roll-outs.ts";
import type { Station } from "../stations/station.ts";
import type { FollowedVerdicts } from "../lanes/verdicts/follow-verdicts.ts";
import type { WatchingStatus } from "../care/watching/start-watching.ts";
import type { AgentStatus } from "./agent-status.ts";
import { estimateDrain } from "./estimate-drain.ts";

/** Returns what reads the status of an agent that starts now from its parts. */
export function createStatusReader(parts: {
  config: AgentConfig;
  version: string;
  clock: Clock;
  cameras: readonly Camera[];
  stations: { list: readonly Station[] };
  numbers: Pick<NumberCameras, "status">;
  cloudClock: Pick<CloudClock, "offsetMs">;
  keyRegistration: Pick<KeyRegistration, "status">;
  mqtt: { status: () => MqttStatus } | null;
  models: Pick<ModelShelf, "status" | "workers">;
  outbox: Pick<Outbox, "status">;
  committer: { status: () => AgentStatus["refused"] };
  forwarder: Pick<Forwarder, "status">;
  watching: { status: () => WatchingStatus };
  drift: Pick<DriftWatch, "status"> | null;
  verdicts: Pick<FollowedVerdicts, "status"> | null;
  rollOuts: Pick<RollOuts, "reports" | "shadows">;
}): () => AgentStatus {
  const { config, version, clock, cameras, stations, models, outbox, committer, forwarder, watching } = parts;
  const startedAtMs = clock.nowMs();
  const startedMonotonicMs = clock.monotonicMs();
  return () => {
    const delivery = { ...readOutboxStatus(outbox), forwarder: forwarder.status() };
    return {
      version,
      deviceId: config.device.id,
      configFile: config.file,
      dataDir: config.dataDir,
      cloudUrl: config.cloud.url,
      startedAtMs,
      uptimeSeconds: Math.round((clock.monotonicMs() - startedMonotonicMs) / 1_000),
      clockSynchronised: isClockSynchronised(),
      clockOffsetMs: parts.cloudClock.offsetMs(),
      signingKey: parts.keyRegistration.status(),
      cameras: cameras.map((camera) => describeCamera(camera, { config, stations: stations.list })),
      stations: stations.list.map((station) => station.status()),
      numbers: parts.numbers.status(),
      mqtt: parts.mqtt?.status() ?? null,
      models: models.status(),
      inference: models.workers(),
      ...delivery,
      drain: delivery.outbox && estimateDrain(delivery.outbox, delivery.forwarder),
      refused: committer.status(),
      watching: watching.status(),
      drift: parts.drift?.status() ?? null,
      verdicts: parts.verdicts?.status() ?? [],
      releases: parts.rollOuts.reports(),
      shadows: parts.rollOuts.shadows(),
    };
  };
}

const UNLIKE = {
  kind: UNLIKE_FAULT,
  message: `${UNLIKE_PICTURES}: what it finds in them must not be relied on; use a model that was trained on such pictures`,
};

function describeCamera(
  camera: Camera,
  { config, stations }: { config: AgentConfig; stations: readonly Pick<Station, "cameraId" | "status">[] },
): AgentStatus["cameras"][number] {
  const status = camera.status();
  const url = maskUrl(config.cameras.find(({ id }) => id === camera.id)?.url ?? "");
  const lastErrorFix = status.lastErrorKind && cameraFixes[status.lastErrorKind];
  const isUnlike = stations.some(({ cameraId, status: read }) => cameraId === camera.id && read().isUnlike);
  const pictureFaults = [...status.pictureFaults, ...(isUnlike ? [UNLIKE] : [])];
  return { id: camera.id, url, lastErrorFix, ...status, pictureFaults };
}

/** A failing disk must not hide the rest of the status, which is needed most then. */
function readOutboxStatus(outbox: Pick<Outbox, "status">): { outbox: OutboxStatus | null; outboxError: string | null } {
  try {
    return { outbox: outbox.status(), outboxError: null };
  } catch (error) {
    return { outbox: null, outboxError: error instanceof Error ? error.message : String(error) };
  }
}
