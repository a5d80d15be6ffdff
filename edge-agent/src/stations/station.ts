import { once } from "node:events";
import type { FullPicture } from "../cameras/camera.ts";
import type { Frame } from "../cameras/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { Detections } from "../inference/detections.ts";
import type { Logger } from "../base/logger.ts";
import type { Traces } from "../base/traces/traces.ts";
import type { CaptureStore, HeldScan, ScanType, StationCapture } from "./capture.ts";
import type { NumberReport } from "./container-numbers.ts";
import { createFailureLog, type FailureCounts, type FailureLog } from "./failure-log.ts";
import { createLoadWatch, type LoadWatchParts } from "./load-watch.ts";
import type { FurtherScan, PictureTimes, ScanPicture } from "./make-captures.ts";
import { createLoadReports } from "./report-loads.ts";
import { type LaneTime, liveAgeMs } from "./passages/lane-time.ts";
import type { Times } from "./passages/travel-times.ts";
import type { StationPassages } from "./passages/station-passages.ts";
import { createScanTaker, type LastScan } from "./take-scans.ts";
import type { Evidence } from "./side-cameras.ts";
import type { FloorGeometry } from "./floor-camera.ts";
import { createStationEvents } from "./station-events.ts";
import { createUnlikeWatch } from "./unlike-watch.ts";
import type { ScanDecision, VisitState } from "./watch-visits.ts";

export type StationParts = LoadWatchParts & {
  id: string;
  cameraId: string;
  deviceId: string;
  /** Returns the operator for the current captures of a camera. */
  userEmailAt: (cameraId: string) => string | undefined;
  /** Unit that is scanned once: each load in front of the camera, each picture that it gives, or neither. */
  scanEach: "load" | "picture" | "nothing";
  /** Type of scan, by the findings that the model looks for. */
  scanType: ScanType;
  /** Findings with less are in no scan. */
  scanConfidence: number;
  /** Position of the container's floor in the pictures. */
  geometry: FloorGeometry | undefined;
  /** Other models, which look at the picture of each scan. */
  furtherScans: readonly FurtherScan[];
  /** The camera's newest pictures; ends when the camera does or `signal` aborts. */
  frames: (signal: AbortSignal) => AsyncIterable<Frame>;
  detect: (frame: Frame) => Promise<Detections>;
  /** The picture of a scan for one of these frames. */
  fullPicture: (frame: Frame) => Promise<FullPicture>;
  /** Called after each picture, once its scans are made. */
  onProcessed: () => void;
  passages: StationPassages;
  laneTime: LaneTime;
  evidence: Evidence;
  store: CaptureStore;
  /** Resolves once no capture is kept in memory, because the disk refuses it. */
  whenSaved: () => Promise<void>;
  /** Scans of this station that waited for their number when the agent was stopped. */
  held: readonly HeldScan[];
  newId: () => string;
  clock: Clock;
  isClockSynchronised: () => boolean;
  traces: Traces;
  logger: Logger;
};

export type StationStatus = {
  id: string;
  cameraId: string;
  /** Unit that is scanned once; a station that scans each picture has no visits. */
  scanEach: "load" | "picture" | "nothing";
  /** The load now in view; null while the picture is empty. */
  visit: { state: VisitState["state"]; forMs: number } | null;
  /** Loads seen since the start. */
  visitCount: number;
  /** Number that the load in view has, or one that came now would get; null if none is known. */
  containerNumber: string | null;
  /** The usual times until a vehicle comes, null where they are not known. */
  usualTimes: Times;
  scans: number;
  lastScan: LastScan | null;
  waitingForNumber: boolean;
  framesProcessed: number;
  /** Mean over the last hundred frames or so; null before the first. */
  inferenceMs: number | null;
  /** Most of the last pictures are unlike those that the model was trained on; false if it has no such figures. */
  isUnlike: boolean;
  failures: FailureCounts;
};

const MEAN_WEIGHT = 0.02;

/** One station: takes in the pictures of its camera, hands scans and events to `commit`. */
export function createStation(parts: StationParts) {
  const { id, cameraId, clock } = parts;
  const events = createStationEvents({ ...parts, facts: (atMs) => captureFacts(parts, atMs) });
  const watch = createLoadWatch(parts, events);
  const failures = createStationFailures(parts);
  const detector = createDetector(parts.detect, failures, clock);
  const frameTime = createFrameTime(clock);
  const loads = createLoadReports(parts, watch);
  const noteFailure: FailureLog["note"] = (what, error) => failures.note(what, error);
  const taker = createScanTaker({ ...parts, stationId: id, loadOf: (decision) => loads.idOf(decision), noteFailure });
  const take = takeInOrder(taker, failures);

  const process = async (frame: Frame, signal: AbortSignal): Promise<void> => {
    const seen = startTimes(frame, clock);
    const detections = await detector.detect(frame);
    if (!detections) return;
    frameTime.take(frame);
    const times: PictureTimes = { ...seen, foundMs: clock.monotonicMs() };
    const picture = { frame, detections, times };
    if (parts.scanEach === "picture") await take([{ picture, reason: "picture" }]);
    else {
      const decisions = watch.observe(picture);
      // Where loads are not scanned, something may be in the background for days.
      if (parts.rules.ofLoads) loads.follow(frame);
      times.trackedMs = clock.monotonicMs();
      await take(decisions);
    }
    parts.onProcessed();
    // A picture file counts as read once the next one is asked for.
    if (frame.key !== undefined) await Promise.race([parts.whenSaved(), aborted(signal)]);
  };

  return {
    id,
    cameraId,
    scanEach: parts.scanEach,
    /** Runs until the camera ends or `signal` aborts; then makes the last scan and commits all events. */
    async run(signal: AbortSignal): Promise<void> {
      for await (const frame of parts.frames(signal)) await process(frame, signal);
      await take(watch.stop());
      loads.end();
      events.end();
    },
    /** Does the work that must not wait for the next picture; call it every second. */
    tick(): void {
      void take(watch.tick(frameTime.nowMs()));
      taker.settle();
      events.flushDue();
    },
    /** Reports to the cloud which container is in front of the camera. */
    identify(report: NumberReport, passageId: string | undefined): void {
      parts.store.commit(makeIdentify(parts, clock.nowMs(), report, passageId));
    },
    /** Gives an announced number to the scans that wait for one; call it when a number was announced. */
    settle: () => taker.settle(),
    /** Scans the next picture, whatever it shows; does not affect the visit. */
    requestScan: () => watch.requestScan(),
    status: (): StationStatus => describeStation(parts, { watch, taker, detector, failures, nowMs: frameTime.nowMs() }),
  };
}
export type Station = ReturnType<typeof createStation>;

function aborted(signal: AbortSignal): Promise<unknown> {
  return signal.aborted ? Promise.resolve() : once(signal, "abort");
}

function createStationFailures({ id, cameraId, clock, logger }: StationParts): FailureLog {
  return createFailureLog(clock, (fields, message) =>
    logger.error({ station: id, camera: cameraId, ...fields }, message),
  );
}

type StatusParts = {
  watch: Parameters<typeof describeVisits>[0];
  taker: Pick<ReturnType<typeof createScanTaker>, "status">;
  detector: Pick<ReturnType<typeof createDetector>, "status">;
  failures: FailureLog;
  nowMs: number;
};

function describeStation(
  { id, cameraId, scanEach, passages }: StationParts,
  { watch, taker, detector, failures, nowMs }: StatusParts,
): StationStatus {
  return {
    id,
    cameraId,
    scanEach,
    ...describeVisits(watch, nowMs),
    containerNumber: passages.nextNumber() ?? null,
    usualTimes: passages.usualTimes(),
    ...taker.status(),
    ...detector.status(),
    failures: failures.counts(),
  };
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
  { containerNumber, confidence, source, position, evidence }: NumberReport,
  passageId: string | undefined,
): StationCapture {
  const payload = { confidence, user_email: parts.userEmailAt(parts.cameraId), number_source: source, ...evidence };
  const passage = passageId === undefined ? {} : { passageId, passagePosition: position };
  return { ...captureFacts(parts, atMs), ...passage, kind: "identify", containerNumber, payload };
}

/** Returns the facts that every capture of a station states. */
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

/** Runs the model on frames; a failure is noted and gives null. */
function createDetector(detect: StationParts["detect"], failures: FailureLog, { monotonicMs }: Clock) {
  const unlike = createUnlikeWatch(monotonicMs);
  let framesProcessed = 0;
  let inferenceMs: number | null = null;
  return {
    async detect(frame: Frame): Promise<Detections | null> {
      try {
        const detections = await detect(frame);
        framesProcessed += 1;
        unlike.look(detections);
        const mean = inferenceMs ?? detections.inferenceMs;
        inferenceMs = mean + (detections.inferenceMs - mean) * MEAN_WEIGHT;
        return detections;
      } catch (error) {
        failures.note("model failed on a picture", error);
        return null;
      }
    },
    status: () => ({ framesProcessed, inferenceMs, isUnlike: unlike.isUnlike() }),
  };
}

function startTimes(frame: Frame, clock: Clock) {
  const detectMs = clock.monotonicMs();
  const ageMs = liveAgeMs(frame, clock);
  return { detectMs, capturedMs: ageMs === null ? null : detectMs - ageMs };
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
