import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { ScanCapture } from "./capture.ts";
import { type ContainerAtStation, placeholderNumber } from "./container-numbers.ts";
import { type CaptureParts, makeCaptures, type ScanPicture, type UnnumberedScan } from "./make-captures.ts";
import type { ScanDecision, ScanReason } from "./watch-visits.ts";

export type LastScan = {
  id: string;
  capturedAtMs: number;
  containerNumber: string;
  reason: ScanReason;
  detections: number;
};

export type ScanTakerParts = CaptureParts & {
  stationId: string;
  container: ContainerAtStation;
  /** True once the scan is on disk; `commit` itself logs a refusal. */
  commit: (capture: ScanCapture) => boolean;
  clock: Clock;
  logger: Logger;
};

/** A load that was decided on: its pictures are being made, or its number is being waited for. */
type Load = {
  reason: ScanReason;
  capturedAtMs: number;
  /** When it waits for its number no longer. */
  deadlineMs: number;
  containerNumber: string | null;
  /** The station's own scan first; null while they are being made. */
  captures: UnnumberedScan[] | null;
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

  const commitIfComplete = ({ captures, reason, containerNumber }: Load): void => {
    if (captures === null || containerNumber === null) return;
    taken += 1;
    for (const [at, capture] of captures.entries()) {
      const isCaptured = parts.commit({ ...capture, containerNumber });
      const { id, capturedAtMs, payload } = capture;
      const facts = { id, containerNumber, reason, detections: payload.detections.length };
      if (at === 0) last = { ...facts, capturedAtMs };
      if (isCaptured) parts.logger.info({ station: stationId, kind: capture.kind, ...facts }, "scan captured");
    }
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
      const load: Load = { reason, capturedAtMs, deadlineMs, containerNumber: null, captures: null };
      waiting = load;
      settle(false);
      return async () => {
        try {
          load.captures = await makeCaptures(picture, parts);
        } finally {
          if (load.captures === null && waiting === load) waiting = null;
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
