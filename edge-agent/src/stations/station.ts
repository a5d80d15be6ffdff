import type { Frame } from "../cameras/frame.ts";
import type { Clock } from "../clock.ts";
import type { Detections } from "../inference/detections.ts";
import type { Logger } from "../logger.ts";
import type { TrackedFrame } from "../tracking/track.ts";
import type { StationCapture } from "./capture.ts";
import type { ContainerAtStation } from "./container-numbers.ts";
import { createEventBatch } from "./event-batch.ts";
import { createFailureLog, type FailureCounts } from "./failure-log.ts";
import { pictureSharpness } from "./picture-sharpness.ts";
import { createScanTaker, type LastScan, type ScanPicture } from "./take-scans.ts";
import { createTrackEvents } from "./track-events.ts";
import {
  type Candidate,
  createVisitWatch,
  type ScanDecision,
  type VisitSettings,
  type VisitState,
} from "./watch-visits.ts";

export type StationParts = {
  id: string;
  cameraId: string;
  deviceId: string;
  userEmail: string | undefined;
  /** `maxSpeedPerSecond` in picture diagonals. */
  visit: VisitSettings;
  /** Objects with less take no part in the decision when to scan. */
  minimumConfidence: number;
  /** Findings with less are in no scan. */
  scanConfidence: number;
  /** The camera's newest pictures; ends when the camera does or `signal` aborts. */
  frames: (signal: AbortSignal) => AsyncIterable<Frame>;
  detect: (frame: Frame) => Promise<Detections>;
  track: (detections: Detections, time: { capturedAtMs: number; monotonicMs: number }) => TrackedFrame;
  container: ContainerAtStation;
  /** True once the capture is on disk. */
  commit: (capture: StationCapture) => boolean;
  newId: () => string;
  clock: Clock;
  isClockSynchronised: () => boolean;
  logger: Logger;
};

export type StationStatus = {
  id: string;
  cameraId: string;
  /** The load that stands there now; null while the picture is empty. */
  visit: { state: VisitState["state"]; forMs: number } | null;
  /** Loads seen since the start. */
  visitCount: number;
  /** What stands there, as far as it is known now. */
  containerNumber: string | null;
  scans: number;
  lastScan: LastScan | null;
  waitingForNumber: boolean;
  framesProcessed: number;
  /** Mean over the last hundred frames or so; null before the first. */
  inferenceMs: number | null;
  failures: FailureCounts;
};

const UPDATE_INTERVAL_MS = 500;
const MEAN_WEIGHT = 0.02;

/** One station: pictures of its camera go in, scans and events come out through `commit`. */
export function createStation(parts: StationParts) {
  const { id, cameraId, deviceId, userEmail, container, clock, logger, newId, isClockSynchronised } = parts;
  const sessionId = newId();
  const watch = createVisitWatch<ScanPicture>(parts.visit);
  const trackEvents = createTrackEvents({ newId, updateIntervalMs: UPDATE_INTERVAL_MS });
  const taker = createScanTaker({ ...parts, stationId: id });
  const batch = createEventBatch((events) =>
    parts.commit({
      kind: "stream-events",
      id: newId(),
      deviceId,
      cameraId,
      capturedAtMs: clock.nowMs(),
      clockSynchronised: isClockSynchronised(),
      payload: { session_id: sessionId, events },
    }),
  );
  const failures = createFailureLog({
    clock,
    log: (fields, message) => logger.error({ station: id, camera: cameraId, ...fields }, message),
  });
  /** When the last picture was taken in, on its own timeline and on the clock. */
  let lastFrame = { monotonicMs: clock.monotonicMs(), clockMs: clock.monotonicMs() };
  const frameTimeMs = () => lastFrame.monotonicMs + clock.monotonicMs() - lastFrame.clockMs;
  let framesProcessed = 0;
  let inferenceMs: number | null = null;
  /** Scans are made one after the other, whoever asks for them. */
  let making: Promise<void> = Promise.resolve();

  const take = (decisions: readonly ScanDecision<ScanPicture>[]): Promise<void> => {
    for (const decision of decisions) {
      const make = taker.begin(decision);
      making = making.then(make).catch((error: unknown) => failures.note("a scan could not be made", error));
    }
    return making;
  };

  const detect = async (frame: Frame): Promise<Detections | null> => {
    try {
      return await parts.detect(frame);
    } catch (error) {
      failures.note("the model failed on a picture", error);
      return null;
    }
  };

  const process = async (frame: Frame): Promise<void> => {
    const detections = await detect(frame);
    if (!detections) return;
    framesProcessed += 1;
    inferenceMs = inferenceMs === null ? detections.inferenceMs : blend(inferenceMs, detections.inferenceMs);
    const tracked = parts.track(detections, frame);
    batch.add(trackEvents.observe(tracked, frame), clock.monotonicMs());
    batch.flushDue(clock.monotonicMs());
    lastFrame = { monotonicMs: frame.monotonicMs, clockMs: clock.monotonicMs() };
    const objects = seenObjects(tracked, frame, parts.minimumConfidence);
    const candidate = (): Candidate<ScanPicture> => ({
      picture: { frame, detections },
      quality: pictureSharpness(frame) * objects.reduce((sum, { confidence }) => sum + confidence, 0),
    });
    await take(watch.observe(objects, frame.monotonicMs, candidate));
  };

  return {
    id,
    cameraId,
    container,
    /** Runs until the camera ends or `signal` aborts; then makes the last scan, and commits all events. */
    async run(signal: AbortSignal): Promise<void> {
      for await (const frame of parts.frames(signal)) await process(frame);
      await take(watch.stop());
      batch.add(trackEvents.end(), clock.monotonicMs());
      batch.flush();
    },
    /** To be called after `run`: a scan that waits for its number waits no longer. */
    stop: () => taker.stop(),
    /** To be called every second: what waits must not wait for the next picture. */
    tick(): void {
      void take(watch.tick(frameTimeMs()));
      taker.settle();
      batch.flushDue(clock.monotonicMs());
    },
    /** Someone said which container stands here: from now on scans are of it, one that waits for a number included. */
    announce(containerNumber: string, confidence: number | undefined): void {
      const announcedAtMs = clock.nowMs();
      parts.commit({
        kind: "identify",
        id: newId(),
        deviceId,
        cameraId,
        capturedAtMs: announcedAtMs,
        clockSynchronised: isClockSynchronised(),
        containerNumber,
        payload: { confidence, user_email: userEmail },
      });
      container.announce({ containerNumber, announcedAtMs });
      taker.settle();
    },
    status(): StationStatus {
      const { taken, last, waitingForNumber } = taker.status();
      const visit = watch.visit();
      return {
        id,
        cameraId,
        visit: visit && { state: visit.state, forMs: Math.max(0, frameTimeMs() - visit.startedMs) },
        visitCount: watch.visitCount(),
        containerNumber: container.current(clock.nowMs()) ?? null,
        scans: taken,
        lastScan: last,
        waitingForNumber,
        framesProcessed,
        inferenceMs,
        failures: failures.counts(),
      };
    },
  };
}
export type Station = ReturnType<typeof createStation>;

const blend = (mean: number, value: number) => mean + (value - mean) * MEAN_WEIGHT;

/** The objects seen in this frame with enough confidence, their boxes in picture diagonals. */
function seenObjects({ tracks }: TrackedFrame, { widthPixels, heightPixels }: Frame, minimumConfidence: number) {
  const diagonal = Math.hypot(widthPixels, heightPixels);
  return tracks
    .filter(({ state, detection }) => state === "tracked" && (detection?.confidence ?? 0) >= minimumConfidence)
    .map(({ trackingId, className, confidence, box: { x1, y1, x2, y2 } }) => ({
      trackingId,
      className,
      confidence,
      box: { x1: x1 / diagonal, y1: y1 / diagonal, x2: x2 / diagonal, y2: y2 / diagonal },
    }));
}
