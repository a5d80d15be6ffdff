import type { FullPicture } from "../cameras/camera.ts";
import type { Frame } from "../cameras/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { CaptureStore, HeldScan, UnnumberedScan } from "./capture.ts";
import { type CaptureParts, makeCaptures, type ScanPicture, type SidePicture } from "./make-captures.ts";
import type { PassageNaming } from "./passages/name-load.ts";
import { unsureId } from "./passages/placeholder-number.ts";
import type { StationPassages } from "./passages/station-passages.ts";
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
  /** Reason why its container is not identified; null if it is. */
  unidentified: string | null;
};

export type ScanTakerParts = CaptureParts & {
  stationId: string;
  passages: StationPassages;
  /** Returns the load that a decision was made for. */
  loadOf: (decision: ScanDecision<ScanPicture>) => string;
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

type MadeScan = {
  id: string;
  kind: string;
  detections: number | null;
  save: (name: { containerNumber: string; passageId: string | undefined }) => boolean;
};

/** A load that was decided on: its pictures are being made, or its number is being waited for. */
type Load = {
  reason: LastScan["reason"];
  capturedAtMs: number;
  loadId: string;
  /** The passage that it is recorded under; undefined where its container is fixed. */
  passageId: string | undefined;
  /** End of the wait for its number, on the monotonic clock. */
  deadlineMs: number;
  containerNumber: string | null;
  unidentified: string | null;
  pictureProblem: string | null;
  /** Its trace. */
  span: Span;
  /** The station's own scan first; null while they are being made. */
  scans: MadeScan[] | null;
};

/**
 * Makes scans of decisions: asks the load's passage for the container number, encodes the pictures and commits. While
 * no number is known, the scans of one load wait for it on disk for the time set for the station; then, or once no
 * number of their passage can still arrive, they get its placeholder. When the agent stops, they stay on disk, and its
 * next start ends their wait.
 */
export function createScanTaker(parts: ScanTakerParts) {
  const { passages, store, clock } = parts;
  const { waitMs, position } = passages;
  /** The newest load's scans, while it has no number. */
  let waiting: Load[] = parts.held.map((scan) => restoreLoad(scan, parts));
  const saver = createSaver(parts);

  /** Gives what waits its number if that is known, or its passage's placeholder if no number is expected any longer. */
  const settle = (): void => {
    for (const load of waiting) if (load.containerNumber === null) nameWaiting(load, parts);
    const settled = waiting.filter(({ containerNumber }) => containerNumber !== null);
    waiting = waiting.filter(({ containerNumber }) => containerNumber === null);
    for (const load of settled) saver.saveIfComplete(load);
  };

  const make = (load: Load, making: Making): Promise<void> =>
    within(load.span, async () => {
      try {
        const { captures, problem, madeMs } = await makeTraced(load.span, making, parts);
        load.pictureProblem = problem;
        const passage = { passageId: load.passageId, passagePosition: position };
        load.scans = captures.flatMap((capture) =>
          keepCapture({ ...capture, ...passage }, load.containerNumber === null, store),
        );
        saver.saveIfComplete(load);
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
      const { picture, reason } = decision;
      const sides = parts.evidence.take(decision);
      // At once: the camera keeps its pictures for seconds.
      const taken = takeFullPicture(picture, parts);
      const span = beginTrace(decision, parts);
      const { capturedAtMs } = picture.frame;
      const loadId = parts.loadOf(decision);
      passages.noteScan(loadId, capturedAtMs);
      const load: Load = { ...beingMade, reason, capturedAtMs, loadId, span, deadlineMs: clock.monotonicMs() + waitMs };
      waiting.push(load);
      settle();
      return () => make(load, { taken, sides });
    },
    /** Saves scans with a number or an expired wait; call it when a number was announced, and regularly. */
    settle,
    status: () => ({ ...saver.status(), waitingForNumber: waiting.length > 0 }),
  };
}

/** Saves loads whose scans are made and whose number is known, and remembers the last one. */
function createSaver({ stationId, logger }: Pick<ScanTakerParts, "stationId" | "logger">) {
  let last: LastScan | null = null;
  let taken = 0;
  return {
    saveIfComplete({ scans, reason, capturedAtMs, containerNumber, passageId, ...load }: Load): void {
      const { unidentified, pictureProblem, span } = load;
      if (scans === null || containerNumber === null) return;
      for (const [at, { id, kind, detections, save }] of scans.entries()) {
        const isSaved = save({ containerNumber, passageId });
        const facts = { id, containerNumber, reason, detections, unidentified };
        // The station's own scan, not those of its further models and side cameras.
        if (at === 0 && kind !== "evidence") {
          taken += 1;
          last = { ...facts, capturedAtMs, pictureProblem };
        }
        const notes = { unidentified: unidentified ?? undefined, pictureProblem: pictureProblem ?? undefined };
        const line = {
          station: stationId,
          kind,
          ...facts,
          passage: passageId,
          ...notes,
          ...traceField(span.traceparent),
        };
        if (isSaved) logger.info(line, kind === "evidence" ? "evidence captured" : "scan captured");
      }
    },
    status: () => ({ scans: taken, lastScan: last }),
  };
}

/** Names a load that waits, if its number is known or none is expected any longer. */
function nameWaiting(load: Load, { passages, clock }: Pick<ScanTakerParts, "passages" | "clock">): void {
  const naming = passages.name(load.loadId) ?? forgotten(load);
  load.passageId = naming.passageId;
  load.containerNumber = naming.containerNumber;
  if (naming.passageId === undefined || naming.containerNumber !== null) return;
  const { passageId, reason, isFinal } = naming;
  if (!isFinal && clock.monotonicMs() < load.deadlineMs) return;
  load.unidentified = reason;
  load.containerNumber = passages.placeholder(passageId);
}

/** A passage that is no longer known keeps the id that its scans have. */
const forgotten = ({ passageId, loadId }: Load): PassageNaming => ({
  passageId: passageId ?? loadId,
  containerNumber: null,
  reason: "its passage is not known",
  isFinal: true,
});

const beingMade = {
  passageId: undefined,
  containerNumber: null,
  unidentified: null,
  pictureProblem: null,
  scans: null,
} as const;

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
  if (!isWaiting) return [{ ...facts, save: (name) => store.commit({ ...capture, ...name }) }];
  const isKept = store.hold(capture);
  return isKept ? [{ ...facts, save: (name) => store.assignNumber(id, name.containerNumber, name.passageId) }] : [];
}

/**
 * Restores a scan from before the start, which has waited. What was seen and announced since it was taken may be lost,
 * so it gets no number, and shares its placeholder with the other scans that waited for the number of its passage.
 */
function restoreLoad(
  { id, kind, capturedAtMs, ...held }: HeldScan,
  { passages, store }: Pick<ScanTakerParts, "passages" | "store">,
): Load {
  const passageId = unsureId(held.passageId ?? id);
  const save: MadeScan["save"] = (name) => store.assignNumber(id, name.containerNumber, name.passageId);
  return {
    reason: "restored",
    capturedAtMs,
    loadId: id,
    passageId,
    deadlineMs: -Infinity,
    containerNumber: passages.placeholder(passageId),
    unidentified: "the agent was stopped while the scan waited for its number",
    pictureProblem: null,
    span: NO_SPAN,
    scans: [{ id, kind, detections: null, save }],
  };
}
