import { setTimeout as delay } from "node:timers/promises";
import type { LivePictureBody } from "@container-inspection/shared-schemas/live-pictures";
import { createBandwidth } from "./bandwidth.ts";
import { encodePicture, type SmallPicture } from "./encode-picture.ts";
import type { PictureShelf, ShownPicture } from "./picture-shelf.ts";
import type { WatchingSettings } from "../../config/watching-section.ts";

/** Data sent to the cloud, besides the names of device and camera. */
type Report = Omit<LivePictureBody, "device_id" | "camera_id">;

/** Interval in ms at which the next picture is looked for while a camera is watched. */
const LOOK_MS = 50;
/** Time in ms without a picture after which the cloud gets the reason, and again as often. */
const ABSENCE_MS = 3_000;
/** Pause in ms after a picture that no user wanted, until the list of watched cameras has changed. */
const UNWANTED_PAUSE_MS = 1_000;
/** Headers of a request and its reply. */
const OVERHEAD_BYTES = 800;
const MAX_OBJECTS = 300;

/** State of one watched camera. */
type Watched = {
  cameraId: string;
  sinceMs: number;
  reportedAtMs: number;
  /** No picture is sent before this time. */
  pausedUntilMs: number;
  sent: ShownPicture | undefined;
};

/** Sends the newest pictures of the watched cameras, one at a time; `send` resolves when the cloud has answered. */
export function createPictureSender(parts: {
  shelf: Pick<PictureShelf, "newest">;
  settings: WatchingSettings;
  send: (cameraId: string, report: Report) => Promise<{ sentBytes: number; isWanted: boolean }>;
  /** Deliveries of records go first. */
  isDelivering: () => boolean;
  isCameraRunning: (cameraId: string) => boolean;
  monotonicMs: () => number;
  /** Resolves after `ms` milliseconds of that clock, or when `signal` aborts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}) {
  const { shelf, settings, send, isDelivering, isCameraRunning, monotonicMs, pause = pauseReally } = parts;
  const bandwidth = createBandwidth(settings.maxKilobytesPerSecond * 1_000, monotonicMs);
  const cameras = createWatchedCameras(monotonicMs);
  let picturesSent = 0;

  const report = async (camera: Watched, body: Report) => {
    const { sentBytes, isWanted } = await send(camera.cameraId, body);
    bandwidth.spend(sentBytes + OVERHEAD_BYTES);
    camera.reportedAtMs = monotonicMs();
    // Only `watch` decides whether it is watched: a user may have come back since.
    if (!isWanted) camera.pausedUntilMs = monotonicMs() + UNWANTED_PAUSE_MS;
  };
  const sendPicture = async (camera: Watched, picture: ShownPicture) => {
    camera.sent = picture;
    const small = await encodePicture(picture, settings);
    if (!small) return;
    const ageMs = Math.round(monotonicMs() - picture.arrivedAtMs);
    await report(camera, { image: small.jpeg.toString("base64"), age_ms: ageMs, boxes: describeObjects(small) });
    picturesSent += 1;
  };
  const reportAbsences = async (absence: "camera" | "deliveries", isAbsent: (camera: Watched) => boolean) => {
    for (const camera of cameras.quiet()) if (isAbsent(camera)) await report(camera, { absence });
  };
  const unsentOf = ({ cameraId, sent }: Watched) => {
    const picture = shelf.newest(cameraId);
    return picture === sent ? undefined : picture;
  };
  /** Resolves with the time until the next step, milliseconds. */
  const step = async (): Promise<number> => {
    if (bandwidth.waitMs() > 0) return Math.min(bandwidth.waitMs(), 5 * LOOK_MS);
    if (isDelivering()) {
      // A folder that no picture has come to waits for none of them.
      await reportAbsences("deliveries", (camera) => unsentOf(camera) !== undefined);
      return 4 * LOOK_MS;
    }
    const due = cameras.nextDue(unsentOf, 1_000 / settings.maxPicturesPerSecond);
    if (due) await sendPicture(due.camera, due.picture);
    else await reportAbsences("camera", ({ cameraId }) => !isCameraRunning(cameraId));
    return LOOK_MS;
  };
  return {
    /** Replaces the cameras that are watched. */
    watch: (cameraIds: readonly string[]) => cameras.replace(cameraIds),
    status: () => ({ cameras: cameras.ids(), picturesSent }),
    /** Runs until `signal` aborts; rejects with what `send` rejects with. */
    async run(signal: AbortSignal): Promise<void> {
      signal.addEventListener("abort", cameras.wake, { once: true });
      while (!signal.aborted) {
        if (cameras.ids().length === 0) await cameras.changed();
        else await pause(await step(), signal);
      }
    },
  };
}

const pauseReally = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);

function describeObjects({ objects }: SmallPicture): Report["boxes"] {
  return objects.slice(0, MAX_OBJECTS).map(({ trackingId, className, confidence, box }) => ({
    tracking_id: trackingId,
    class_name: className.slice(0, 100),
    confidence,
    bbox: { x1: round(box.x1), y1: round(box.y1), x2: round(box.x2), y2: round(box.y2) },
  }));
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;

/** The cameras that are watched now. */
function createWatchedCameras(monotonicMs: () => number) {
  let cameras = new Map<string, Watched>();
  let change = Promise.withResolvers<void>();
  const wake = () => {
    change.resolve();
    change = Promise.withResolvers();
  };
  return {
    ids: () => [...cameras.keys()],
    replace(cameraIds: readonly string[]): void {
      const fresh = (cameraId: string): Watched => ({
        cameraId,
        sinceMs: monotonicMs(),
        reportedAtMs: -Infinity,
        pausedUntilMs: -Infinity,
        sent: undefined,
      });
      cameras = new Map(cameraIds.map((cameraId) => [cameraId, cameras.get(cameraId) ?? fresh(cameraId)]));
      wake();
    },
    wake,
    /** Resolves when the cameras are replaced, or at `wake`. */
    changed: () => change.promise,
    /** The camera whose last report is the oldest, of those with a picture that has not been sent. */
    nextDue(unsentOf: (camera: Watched) => ShownPicture | undefined, intervalMs: number) {
      return [...cameras.values()]
        .filter(
          ({ reportedAtMs, pausedUntilMs }) => monotonicMs() >= Math.max(reportedAtMs + intervalMs, pausedUntilMs),
        )
        .toSorted((one, other) => one.reportedAtMs - other.reportedAtMs)
        .flatMap((camera) => {
          const picture = unsentOf(camera);
          return picture ? [{ camera, picture }] : [];
        })
        .at(0);
    },
    /** Those without a report for some seconds. */
    quiet: () =>
      [...cameras.values()].filter(
        ({ sinceMs, reportedAtMs }) => monotonicMs() - Math.max(sinceMs, reportedAtMs) >= ABSENCE_MS,
      ),
  };
}
