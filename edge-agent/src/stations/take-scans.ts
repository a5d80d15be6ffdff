import type { Frame } from "../cameras/frame.ts";
import type { Clock } from "../clock.ts";
import type { Detections } from "../inference/detections.ts";
import type { Logger } from "../logger.ts";
import type { ScanCapture } from "./capture.ts";
import { type ContainerAtStation, placeholderNumber } from "./container-numbers.ts";
import { confidentDetections, makeScanPayload, makeScanPictures } from "./make-scan.ts";
import type { ScanDecision, ScanReason } from "./watch-visits.ts";

export type ScanPicture = { frame: Frame; detections: Detections };
export type LastScan = {
  id: string;
  capturedAtMs: number;
  containerNumber: string;
  reason: ScanReason;
  detections: number;
};

export type ScanTakerParts = {
  stationId: string;
  deviceId: string;
  userEmail: string | undefined;
  /** Findings with less are in no scan. */
  scanConfidence: number;
  container: ContainerAtStation;
  /** True once the scan is on disk; `commit` itself logs a refusal. */
  commit: (capture: ScanCapture) => boolean;
  newId: () => string;
  clock: Clock;
  isClockSynchronised: () => boolean;
  logger: Logger;
};

/** A load that was decided on: its pictures are being made, or its number is being waited for. */
type Load = {
  reason: ScanReason;
  capturedAtMs: number;
  /** When it waits for its number no longer. */
  deadlineMs: number;
  containerNumber: string | null;
  capture: Omit<ScanCapture, "containerNumber"> | null;
};

/**
 * Makes scans of decisions: finds the container number, encodes the pictures and commits. A number that is known at the
 * decision is the load's, whatever is announced while its pictures are made. While no number is known, one scan waits
 * for it in memory for as long as the station is set to; then, or when the next one comes, or when the agent stops, it
 * is committed under a placeholder number of its own.
 */
export function createScanTaker(parts: ScanTakerParts) {
  const { stationId, container, clock } = parts;
  /** The newest load, while it has no number. */
  let waiting: Load | null = null;
  let last: LastScan | null = null;
  let taken = 0;

  const commitIfComplete = ({ capture, reason, containerNumber }: Load): void => {
    if (capture === null || containerNumber === null) return;
    const isCaptured = parts.commit({ ...capture, containerNumber });
    taken += 1;
    const { id, capturedAtMs, payload } = capture;
    const facts = { id, containerNumber, reason, detections: payload.detections.length };
    last = { ...facts, capturedAtMs };
    if (isCaptured) parts.logger.info({ station: stationId, ...facts }, "scan captured");
  };

  /** Gives what waits its number if that is known, or a placeholder if it must wait no longer. */
  const settle = (isOver: boolean): void => {
    if (!waiting) return;
    const number = container.current(clock.nowMs());
    if (number === undefined && !isOver && clock.monotonicMs() < waiting.deadlineMs) return;
    const load = waiting;
    waiting = null;
    load.containerNumber = number ?? placeholderNumber(stationId, load.capturedAtMs);
    commitIfComplete(load);
  };

  const makeCapture = async ({ frame, detections }: ScanPicture): Promise<Load["capture"]> => {
    const { deviceId, userEmail, scanConfidence, newId, isClockSynchronised } = parts;
    const pictures = await makeScanPictures(frame, confidentDetections(detections, scanConfidence));
    return {
      kind: "category-scan",
      id: newId(),
      deviceId,
      cameraId: frame.cameraId,
      capturedAtMs: frame.capturedAtMs,
      clockSynchronised: isClockSynchronised(),
      payload: makeScanPayload(detections, { minimumConfidence: scanConfidence, userEmail }),
      pictures,
    };
  };

  return {
    /**
     * To be called at the decision itself; returns what makes the pictures, to be called once, one load after the
     * other.
     */
    begin({ picture, reason }: ScanDecision<ScanPicture>): () => Promise<void> {
      settle(true);
      const waitMs = container.source.kind === "identified" ? container.source.waitMs : 0;
      const { capturedAtMs } = picture.frame;
      const deadlineMs = clock.monotonicMs() + waitMs;
      const load: Load = { reason, capturedAtMs, deadlineMs, containerNumber: null, capture: null };
      waiting = load;
      settle(false);
      return async () => {
        try {
          load.capture = await makeCapture(picture);
        } finally {
          if (load.capture === null && waiting === load) waiting = null;
        }
        commitIfComplete(load);
      };
    },
    /** To be called when a number was announced, and now and then. */
    settle: () => settle(false),
    /** Nothing waits any longer: the agent stops. */
    stop: () => settle(true),
    status: () => ({ scans: taken, lastScan: last, waitingForNumber: waiting !== null }),
  };
}
