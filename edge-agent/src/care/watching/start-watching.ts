import { z } from "zod";
import type { Camera } from "../../cameras/camera.ts";
import type { Clock } from "../../base/clock.ts";
import type { CloudLink } from "../../forwarding/link/cloud-link.ts";
import type { Forwarder } from "../../forwarding/forwarder.ts";
import type { Logger } from "../../base/logger.ts";
import type { Outbox } from "../../outbox/outbox.ts";
import type { PictureShelf } from "./picture-shelf.ts";
import { pollWatched } from "./poll-watched.ts";
import type { WatchingSettings } from "../../config/watching-section.ts";
import { createPictureSender } from "./send-pictures.ts";

/** Status of the pictures that users watch remotely. */
export type WatchingStatus = {
  enabled: boolean;
  /** The cameras that users watch now. */
  cameras: string[];
  picturesSent: number;
};

export type RunningWatching = { status: () => WatchingStatus; stop: () => Promise<void> };

/** The name under which the cloud's users want pictures. */
const WATCHER = "cloud";
/** Longer than a request waits in the cloud. */
const DEADLINE_MS = 40_000;
/** Events of tracked objects that wait for longer than this are a backlog. */
const BACKLOG_MS = 15_000;
/** Interval in ms at which the outbox is checked for waiting records. */
const OUTBOX_LOOK_MS = 1_000;

const reply = z.object({ data: z.object({ watched: z.boolean() }) });

/**
 * Sends small pictures of the cameras that users of the cloud watch, while they do. Best effort: nothing is kept or
 * repeated, no failure reaches the caller, and deliveries of records go first.
 */
export function startWatching(parts: {
  link: CloudLink;
  deviceId: string;
  settings: WatchingSettings;
  shelf: PictureShelf;
  cameras: readonly Camera[];
  outbox: Pick<Outbox, "status">;
  forwarder: Pick<Forwarder, "status">;
  clock: Clock;
  random: () => number;
  logger: Logger;
}): RunningWatching {
  const { link, deviceId, settings, shelf, cameras, clock, random, logger } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  // A separate client: one connection for the request that waits, and one for one picture at a time.
  const client = link.openClient({ concurrency: 2, deadlineBaseMs: DEADLINE_MS });
  const url = link.urlOf("/v1/edge/live-pictures");
  const sender = createPictureSender({
    shelf,
    settings,
    async send(cameraId, report) {
      const body = Buffer.from(JSON.stringify({ device_id: deviceId, camera_id: cameraId, ...report }));
      const answer = await client.post({ url, key: null, body, signal });
      // After a failure, the request that waits decides whether pictures are still wanted.
      const isRefused = answer.type === "answer" && answer.status === 200 && !isWatched(answer.text);
      return { sentBytes: body.byteLength, isWanted: !isRefused };
    },
    isDelivering: createDeliveryWatch(parts),
    isCameraRunning: (cameraId) => cameras.find(({ id }) => id === cameraId)?.status().state === "running",
    monotonicMs: clock.monotonicMs,
  });
  const onCameras = (watched: readonly string[]) => {
    const own = watched.filter((cameraId) => cameras.some(({ id }) => id === cameraId));
    shelf.want(WATCHER, own);
    sender.watch(own);
  };
  const { monotonicMs } = clock;
  const watchedUrl = link.urlOf("/v1/edge/watched-cameras");
  const polling = pollWatched({ client, url: watchedUrl, deviceId, onCameras, monotonicMs, random, logger });
  const sending = sender.run(signal).catch((error: unknown) => {
    logger.error({ err: error }, "watching ended by an internal error; no pictures are sent until the next start");
  });
  return {
    status: () => ({ enabled: true, ...sender.status() }),
    async stop() {
      stopping.abort();
      const polled = polling.stop();
      shelf.want(WATCHER, []);
      await Promise.all([polled, sending]);
      await client.close();
    },
  };
}

function isWatched(text: string): boolean {
  try {
    return reply.safeParse(JSON.parse(text)).data?.data.watched === true;
  } catch {
    return false;
  }
}

/** Returns a predicate that is true while scans or a backlog of events are on their way to the cloud. */
function createDeliveryWatch({
  outbox,
  forwarder,
  clock,
}: {
  outbox: Pick<Outbox, "status">;
  forwarder: Pick<Forwarder, "status">;
  clock: Clock;
}): () => boolean {
  let lookedAtMs = -Infinity;
  let mustWait = false;
  const look = (): boolean => {
    try {
      const { pending, pendingByKind, oldestAgeMs } = outbox.status();
      return (
        pending > pendingByKind["stream-events"] + pendingByKind["camera-drift"] || (oldestAgeMs ?? 0) > BACKLOG_MS
      );
    } catch {
      // A failing disk: its records need the line more than pictures do.
      return true;
    }
  };
  return () => {
    if (forwarder.status().inFlight === 0) return false;
    if (clock.monotonicMs() - lookedAtMs >= OUTBOX_LOOK_MS) {
      lookedAtMs = clock.monotonicMs();
      mustWait = look();
    }
    return mustWait;
  };
}
