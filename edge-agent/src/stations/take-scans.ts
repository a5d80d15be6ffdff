import type { FullPicture } from "../cameras/camera.ts";
import type { Frame } from "../cameras/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { CaptureStore, HeldScan, UnnumberedScan } from "./capture.ts";
import { type ContainerAtStation, placeholderNumber } from "./container-numbers.ts";
import { type CaptureParts, makeCaptures, type ScanPicture, type SidePicture } from "./make-captures.ts";
import { beginTrace, within } from "./trace-scan.ts";
import { scaleDetections } from "./scale-detections.ts";
import { NO_SPAN, type Span, traceField, type Traces } from "../base/traces/traces.ts";
import type { Evidence } from "./side-cameras.ts";
import type { ScanDecision, ScanReason } from "./watch-visits.ts";

export type LastScan = {
  id: string;
  capturedAtMs: number;
  containerNumber: string;
  reason: ScanReason | "restored";
  /** Null for a scan that was captured before the agent started. */
  detections: number | null;
  /** Reason why its picture is smaller than it should be. */
  pictureProblem: string | null;
};

export type ScanTakerParts = CaptureParts & {
  stationId: string;
  container: ContainerAtStation;
  /** The picture of a scan for a frame of the station's camera. */
  fullPicture: (frame: Frame) => Promise<FullPicture>;
  evidence: Pick<Evidence, "take">;
  store: CaptureStore;
  /** Scans of this station that waited for their number when the agent was stopped. */
  held: readonly HeldScan[];
  clock: Clock;
  /** `NO_TRACES` unless the configuration names a collector. */
  traces: Traces;
  logger: Logger;
};

type MadeScan = { id: string; kind: string; detections: number | null; save: (containerNumber: string) => boolean };

/** A load that was decided on: its pictures are being made, or its number is being waited for. */
type Load = {
  reason: LastScan["reason"];
  capturedAtMs: number;
  /** The visit it was scanned in; null for a scan without one. */
  visit: number | null;
  /** End of the wait for its number, on the monotonic clock; `untilMs`: on the wall clock. */
  deadlineMs: number;
  untilMs: number;
  containerNumber: string | null;
  pictureProblem: string | null;
  /** Its trace. */
  span: Span;
  /** The station's own scan first; null while they are being made. */
  scans: MadeScan[] | null;
};

/**
 * Makes scans of decisions: finds the container number, encodes the pictures and commits. A number that is known at
 * the decision is the load's, whatever is announced while its pictures are made. While no number is known, the scans
 * of one load wait for it on disk for the time set for the station; then, or when the next load comes, they get a
 * separate placeholder number. When the agent stops, they stay on disk, and its next start continues their wait.
 */
export function createScanTaker(parts: ScanTakerParts) {
  const { stationId, container, store, clock } = parts;
  const waitMs = container.source.kind === "identified" ? container.source.waitMs : 0;
  /** The newest load's scans, while it has no number. */
  let waiting: Load[] = parts.held.map((scan) => restoreLoad(scan, { store, clock, waitMs }));
  let last: LastScan | null = null;
  let taken = 0;

  const saveIfComplete = ({ scans, reason, capturedAtMs, containerNumber, ...load }: Load): void => {
    if (scans === null || containerNumber === null) return;
    for (const [at, { id, kind, detections, save }] of scans.entries()) {
      const isSaved = save(containerNumber);
      const facts = { id, containerNumber, reason, detections };
      // The station's own scan, not those of its further models and side cameras.
      if (at === 0 && kind !== "evidence") {
        taken += 1;
        last = { ...facts, capturedAtMs, pictureProblem: load.pictureProblem };
      }
      const line = { station: stationId, kind, ...facts, pictureProblem: load.pictureProblem ?? undefined };
      const what = kind === "evidence" ? "evidence" : "scan";
      if (isSaved) parts.logger.info({ ...line, ...traceField(load.span.traceparent) }, `${what} captured`);
    }
  };

  /** Gives what waits its number if that is known, or a placeholder if it must wait no longer. */
  const settle = (isOver: (load: Load) => boolean): void => {
    const nowMs = clock.nowMs();
    for (const load of waiting) {
      const number = container.current(Math.min(nowMs, load.untilMs));
      if (number === undefined && !isOver(load) && clock.monotonicMs() < load.deadlineMs) continue;
      load.containerNumber = number ?? placeholderNumber(stationId, load.capturedAtMs);
    }
    const settled = waiting.filter(({ containerNumber }) => containerNumber !== null);
    waiting = waiting.filter(({ containerNumber }) => containerNumber === null);
    for (const load of settled) saveIfComplete(load);
  };

  const make = (load: Load, making: Making): Promise<void> =>
    within(load.span, async () => {
      try {
        const { captures, problem, madeMs } = await makeTraced(load.span, making, parts);
        load.pictureProblem = problem;
        load.scans = captures.flatMap((capture) => keepCapture(capture, load.containerNumber === null, store));
        saveIfComplete(load);
        load.span.step("outbox", madeMs, clock.monotonicMs());
      } finally {
        if (!load.scans?.length) waiting = waiting.filter((other) => other !== load);
      }
    });

  return {
    /**
     * Begins the scan of a decision; call it at the decision itself. Returns a function that makes the pictures; call
     * that once, one load after the other.
     */
    begin(decision: ScanDecision<ScanPicture>): () => Promise<void> {
      const { picture, reason, visit = null } = decision;
      const sides = parts.evidence.take(decision);
      // At once: the camera keeps its pictures for seconds.
      const taken = takeFullPicture(picture, parts);
      const span = beginTrace(decision, parts);
      settle((load) => load.visit === null || load.visit !== visit);
      const { capturedAtMs } = picture.frame;
      const load: Load = { ...beingMade, reason, capturedAtMs, visit, span, ...deadlinesAfter(waitMs, clock) };
      waiting.push(load);
      settle(() => false);
      return () => make(load, { taken, sides });
    },
    /** Saves scans with a number or an expired wait; call it when a number was announced, and regularly. */
    settle: () => settle(() => false),
    status: () => ({ scans: taken, lastScan: last, waitingForNumber: waiting.length > 0 }),
  };
}

const beingMade = { containerNumber: null, pictureProblem: null, scans: null };

const deadlinesAfter = (waitMs: number, { monotonicMs, nowMs }: Clock) => ({
  deadlineMs: monotonicMs() + waitMs,
  untilMs: nowMs() + waitMs,
});

type Making = { taken: Promise<TakenPicture>; sides: readonly SidePicture[] };

/** The captures of a load, in its trace, and why its picture is a smaller one. */
async function makeTraced(span: Span, { taken, sides }: Making, parts: ScanTakerParts) {
  const startedMs = parts.clock.monotonicMs();
  const { picture, problem } = await taken;
  const made = await makeCaptures(picture, sides, parts);
  const madeMs = parts.clock.monotonicMs();
  span.step("pictures", startedMs, madeMs);
  span.set({ "record.ids": made.map(({ id }) => id) });
  const { traceparent } = span;
  const captures = traceparent === undefined ? made : made.map((capture) => ({ ...capture, traceparent }));
  return { captures, problem, madeMs };
}

type TakenPicture = { picture: ScanPicture; problem: string | null };

/** Returns the picture at full size, with the findings scaled to it; if that fails, the picture itself. */
async function takeFullPicture(
  picture: ScanPicture,
  { fullPicture, noteFailure }: Pick<ScanTakerParts, "fullPicture" | "noteFailure">,
): Promise<TakenPicture> {
  const { frame, problem } = await fullPicture(picture.frame).catch((error: unknown) => ({
    frame: picture.frame,
    problem: error instanceof Error ? error.message : String(error),
  }));
  if (problem !== null) noteFailure("scan has a smaller picture", new Error(problem));
  return { picture: { frame, detections: scaleDetections(picture.detections, frame) }, problem };
}

/** A scan that has to wait for its number is kept at once; one of a picture that was captured before is none. */
function keepCapture(capture: UnnumberedScan, isWaiting: boolean, store: CaptureStore): MadeScan[] {
  const { id, kind, payload } = capture;
  const facts = { id, kind, detections: "detections" in payload ? payload.detections.length : 0 };
  if (!isWaiting) return [{ ...facts, save: (containerNumber) => store.commit({ ...capture, containerNumber }) }];
  const isKept = store.hold(capture);
  return isKept ? [{ ...facts, save: (containerNumber) => store.assignNumber(id, containerNumber) }] : [];
}

/** Restores a scan from before the start, which waits for the rest of its time. */
function restoreLoad(
  { id, kind, capturedAtMs }: HeldScan,
  { store, clock, waitMs }: { store: CaptureStore; clock: Clock; waitMs: number },
): Load {
  // A clock that was set back must not make it wait longer.
  const leftMs = Math.min(waitMs, Math.max(0, capturedAtMs + waitMs - clock.nowMs()));
  const save = (containerNumber: string) => store.assignNumber(id, containerNumber);
  return {
    reason: "restored",
    capturedAtMs,
    visit: null,
    deadlineMs: clock.monotonicMs() + leftMs,
    untilMs: Math.min(clock.nowMs(), capturedAtMs) + waitMs,
    containerNumber: null,
    pictureProblem: null,
    span: NO_SPAN,
    scans: [{ id, kind, detections: null, save }],
  };
}
