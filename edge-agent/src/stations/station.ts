import type { Frame } from "../cameras/frame.ts";
import type { Clock } from "../clock.ts";
import type { Detections } from "../inference/detections.ts";
import type { Logger } from "../logger.ts";
import type { TrackedFrame } from "../tracking/track.ts";
import type { ScanType, StationCapture } from "./capture.ts";
import type { ContainerAtStation } from "./container-numbers.ts";
import { createEventBatch } from "./event-batch.ts";
import { createFailureLog, type FailureCounts, type FailureLog } from "./failure-log.ts";
import { pictureSharpness } from "./picture-sharpness.ts";
import type { SeenObject } from "./roster.ts";
import type { FurtherScan, ScanPicture } from "./make-captures.ts";
import { createScanTaker, type LastScan } from "./take-scans.ts";
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
  /** What is scanned once: each load that stands in front of the camera, or each picture that it gives. */
  scanEach: "load" | "picture";
  /** `maxSpeedPerSecond` in picture diagonals. */
  visit: VisitSettings;
  /** Objects with less take no part in the decision when to scan. */
  minimumConfidence: number;
  /** What the model looks for. */
  scanType: ScanType;
  /** Findings with less are in no scan. */
  scanConfidence: number;
  /** Other models, which look at the picture of each scan. */
  furtherScans: readonly FurtherScan[];
  /** The camera's newest pictures; ends when the camera does or `signal` aborts. */
  frames: (signal: AbortSignal) => AsyncIterable<Frame>;
  /** Reports after each frame whether nothing is there: the camera may then skip pictures without motion. */
  setIdle: (isIdle: boolean) => void;
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

/** One station: takes in the pictures of its camera, hands scans and events to `commit`. */
export function createStation(parts: StationParts) {
  const { id, cameraId, container, clock } = parts;
  const events = createStationEvents(parts);
  const watch = createLoadWatch(parts, events);
  const failures = createStationFailures(parts);
  const detector = createDetector(parts.detect, failures);
  const frameTime = createFrameTime(clock);
  const taker = createScanTaker({ ...parts, stationId: id, noteFailure: (what, error) => failures.note(what, error) });
  const take = takeInOrder(taker, failures);

  const process = async (frame: Frame): Promise<void> => {
    const detections = await detector.detect(frame);
    if (!detections) return;
    frameTime.take(frame);
    const picture = { frame, detections };
    await take(parts.scanEach === "picture" ? [{ picture, reason: "picture" }] : watch.observe(picture));
  };

  return {
    id,
    cameraId,
    container,
    /** Runs until the camera ends or `signal` aborts; then makes the last scan and commits all events. */
    async run(signal: AbortSignal): Promise<void> {
      for await (const frame of parts.frames(signal)) await process(frame);
      await take(watch.stop());
      events.end();
    },
    /** To be called after `run`: a scan that waits for its number stops waiting. */
    stop: () => taker.stop(),
    /** To be called every second: what waits must not wait for the next picture. */
    tick(): void {
      void take(watch.tick(frameTime.nowMs()));
      taker.settle();
      events.flushDue();
    },
    /** Sets the container at this station: the next scans are of it, and so is a scan that waits for a number. */
    announce(containerNumber: string, confidence: number | undefined): void {
      const announcedAtMs = clock.nowMs();
      parts.commit(makeIdentify(parts, announcedAtMs, { containerNumber, confidence }));
      container.announce({ containerNumber, announcedAtMs });
      taker.settle();
    },
    /** Scans the next picture, whatever it shows; the visit goes on as without it. */
    requestScan(): void {
      watch.requestScan();
      parts.setIdle(false);
    },
    status(): StationStatus {
      return {
        id,
        cameraId,
        ...describeVisits(watch, frameTime.nowMs()),
        containerNumber: container.current(clock.nowMs()) ?? null,
        ...taker.status(),
        ...detector.status(),
        failures: failures.counts(),
      };
    },
  };
}
export type Station = ReturnType<typeof createStation>;

/** Follows the loads in front of the camera: tracks their objects, and decides when to scan. */
function createLoadWatch(parts: StationParts, events: ReturnType<typeof createStationEvents>) {
  const watch = createVisitWatch<ScanPicture>(parts.visit);
  const scanRequest = createRequest();
  return {
    ...watch,
    observe(picture: ScanPicture): ScanDecision<ScanPicture>[] {
      const { frame, detections } = picture;
      const tracked = parts.track(detections, frame);
      events.observe(tracked, frame);
      const objects = seenObjects(tracked, frame, parts.minimumConfidence);
      const decisions = watch.observe(objects, frame.monotonicMs, () => makeCandidate(picture, objects));
      if (scanRequest.take()) decisions.push({ picture, reason: "requested" });
      parts.setIdle(isNothingSeen(detections, tracked, parts.minimumConfidence) && watch.isEmpty());
      return decisions;
    },
    requestScan: () => scanRequest.make(),
  };
}

function isNothingSeen({ items }: Detections, { tracks }: TrackedFrame, minimumConfidence: number): boolean {
  return tracks.length === 0 && !items.some(({ confidence }) => confidence >= minimumConfidence);
}

/** A request that is taken once, however often it was made. */
function createRequest() {
  let isMade = false;
  return {
    make: () => void (isMade = true),
    take(): boolean {
      const wasMade = isMade;
      isMade = false;
      return wasMade;
    },
  };
}

function createStationFailures({ id, cameraId, clock, logger }: StationParts): FailureLog {
  return createFailureLog(clock, (fields, message) =>
    logger.error({ station: id, camera: cameraId, ...fields }, message),
  );
}

function describeVisits(watch: { visit: () => VisitState | null; visitCount: () => number }, nowMs: number) {
  const visit = watch.visit();
  return {
    visit: visit && { state: visit.state, forMs: Math.max(0, nowMs - visit.startedMs) },
    visitCount: watch.visitCount(),
  };
}

function makeIdentify(
  parts: StationParts,
  atMs: number,
  { containerNumber, confidence }: { containerNumber: string; confidence: number | undefined },
): StationCapture {
  const payload = { confidence, user_email: parts.userEmail };
  return { ...captureFacts(parts, atMs), kind: "identify", containerNumber, payload };
}

/** What every capture of a station states. */
function captureFacts({ newId, deviceId, cameraId, isClockSynchronised }: StationParts, capturedAtMs: number) {
  return { id: newId(), deviceId, cameraId, capturedAtMs, clockSynchronised: isClockSynchronised() };
}

/** Makes scans one after the other, whatever decided on them; resolves once all are made. */
function takeInOrder(taker: ReturnType<typeof createScanTaker>, failures: FailureLog) {
  let making: Promise<void> = Promise.resolve();
  return (decisions: readonly ScanDecision<ScanPicture>[]): Promise<void> => {
    for (const decision of decisions) {
      const make = taker.begin(decision);
      making = making.then(make).catch((error: unknown) => failures.note("scan failed", error));
    }
    return making;
  };
}

/** A picture is the better, the sharper it is and the more of its objects are certain. */
function makeCandidate(picture: ScanPicture, objects: readonly SeenObject[]): Candidate<ScanPicture> {
  const confidence = objects.reduce((sum, object) => sum + object.confidence, 0);
  return { picture, quality: pictureSharpness(picture.frame) * confidence };
}

/** Turns tracks into events and commits them in batches. */
function createStationEvents(parts: StationParts) {
  const { clock, commit, newId } = parts;
  const sessionId = newId();
  const trackEvents = createTrackEvents({ newId, updateIntervalMs: UPDATE_INTERVAL_MS });
  const batch = createEventBatch((events) =>
    commit({
      ...captureFacts(parts, clock.nowMs()),
      kind: "stream-events",
      payload: { session_id: sessionId, events },
    }),
  );
  const flushDue = () => batch.flushDue(clock.monotonicMs());
  return {
    observe(tracked: TrackedFrame, frame: Frame): void {
      batch.add(trackEvents.observe(tracked, frame), clock.monotonicMs());
      flushDue();
    },
    flushDue,
    end(): void {
      batch.add(trackEvents.end(), clock.monotonicMs());
      batch.flush();
    },
  };
}

/** Runs the model on frames; a failure is noted and gives null. */
function createDetector(detect: StationParts["detect"], failures: FailureLog) {
  let framesProcessed = 0;
  let inferenceMs: number | null = null;
  return {
    async detect(frame: Frame): Promise<Detections | null> {
      try {
        const detections = await detect(frame);
        framesProcessed += 1;
        const mean = inferenceMs ?? detections.inferenceMs;
        inferenceMs = mean + (detections.inferenceMs - mean) * MEAN_WEIGHT;
        return detections;
      } catch (error) {
        failures.note("model failed on a picture", error);
        return null;
      }
    },
    status: () => ({ framesProcessed, inferenceMs }),
  };
}

/** The present on the timeline of the camera's frames, which a recording may play at another time than the clock's. */
function createFrameTime(clock: Clock) {
  let last = { monotonicMs: clock.monotonicMs(), clockMs: clock.monotonicMs() };
  return {
    take({ monotonicMs }: Frame): void {
      last = { monotonicMs, clockMs: clock.monotonicMs() };
    },
    nowMs: () => last.monotonicMs + clock.monotonicMs() - last.clockMs,
  };
}

/** The objects seen in this frame with enough confidence, their boxes in picture diagonals. */
function seenObjects(
  { tracks }: TrackedFrame,
  { widthPixels, heightPixels }: Frame,
  minimumConfidence: number,
): SeenObject[] {
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
