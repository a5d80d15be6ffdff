import type { Frame } from "../cameras/frame.ts";
import type { Detections } from "../inference/detections.ts";
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
  /** True once the scan is on disk; otherwise whoever commits has said so. */
  commit: (capture: ScanCapture) => boolean;
  newId: () => string;
  nowMs: () => number;
  monotonicMs: () => number;
  isClockSynchronised: () => boolean;
  logger: { info(fields: object, message: string): void };
};

/** A scan that has all but its container number. */
type Waiting = { capture: Omit<ScanCapture, "containerNumber">; reason: ScanReason; deadlineMs: number };

/**
 * Makes scans of decisions: encodes the pictures, finds the container number and commits. While nobody has announced a
 * number, one scan waits for it in memory for as long as the station is set to; then, or when the next one comes, or when
 * the agent stops, it is committed under a placeholder number of its own.
 */
export function createScanTaker(parts: ScanTakerParts) {
  const { stationId, container, nowMs, monotonicMs } = parts;
  let waiting: Waiting | null = null;
  let last: LastScan | null = null;
  let taken = 0;

  const commit = ({ capture, reason }: Waiting, containerNumber: string): void => {
    const isCaptured = parts.commit({ ...capture, containerNumber });
    taken += 1;
    const { id, capturedAtMs, payload } = capture;
    const facts = { id, containerNumber, reason, detections: payload.detections.length };
    last = { ...facts, capturedAtMs };
    if (isCaptured) parts.logger.info({ station: stationId, ...facts }, "scan captured");
  };

  /** Commits what waits if its number is known, or if it must wait no longer. */
  const settle = (isOver: boolean): void => {
    if (!waiting) return;
    const number = container.current(nowMs());
    if (number === undefined && !isOver && monotonicMs() < waiting.deadlineMs) return;
    const settled = waiting;
    waiting = null;
    commit(settled, number ?? placeholderNumber(stationId, settled.capture.capturedAtMs));
  };

  return {
    async take({ picture: { frame, detections }, reason }: ScanDecision<ScanPicture>): Promise<void> {
      const { deviceId, userEmail, scanConfidence, newId, isClockSynchronised } = parts;
      const pictures = await makeScanPictures(frame, confidentDetections(detections, scanConfidence));
      settle(true);
      const waitMs = container.source.kind === "identified" ? container.source.waitMs : 0;
      waiting = {
        capture: {
          kind: "category-scan",
          id: newId(),
          deviceId,
          cameraId: frame.cameraId,
          capturedAtMs: frame.capturedAtMs,
          clockSynchronised: isClockSynchronised(),
          payload: makeScanPayload(detections, { minimumConfidence: scanConfidence, userEmail }),
          pictures,
        },
        reason,
        deadlineMs: monotonicMs() + waitMs,
      };
      settle(false);
    },
    /** To be called when a number was announced, and now and then. */
    settle: () => settle(false),
    /** Nothing waits any longer: the agent stops. */
    stop: () => settle(true),
    status: () => ({ taken, last, waitingForNumber: waiting !== null }),
  };
}
