import type { EdgeVerdict } from "@container-inspection/shared-schemas/verdicts";

/** Verdict given out at a lane: a decision of the cloud, or the verdict of the lane's rule without a line. */
export type VerdictMessage = {
  /** The same for each attempt: a receiver that has seen it ignores it. */
  id: string;
  lane: string;
  /** `registered`, `scanned`, `escalated`, `held`, `inspect` or `cleared`; without a line `hold` or `release`. */
  verdict: string;
  reason: "decision" | "line-down" | "line-up";
  containerNumber: string | null;
  scanId: string | null;
  visitId: string | null;
  /** When the scan was taken; null for messages about the line. */
  takenAt: string | null;
  /**
   * False where another vehicle has come to the lane since then: a barrier must not act on the verdict. Null where
   * that is not known.
   */
  atGate: boolean | null;
};

/** The verdict on a container as it is given out. */
export function messageOf(lane: string, of: EdgeVerdict, id: string): VerdictMessage {
  const { visitId, scanId, containerNumber, takenAt, verdict: status } = of;
  const verdict = status.toLowerCase();
  return { id, lane, verdict, reason: "decision", containerNumber, scanId, visitId, takenAt, atGate: null };
}

/** Returns the state that distinguishes a verdict from the previous one on the same visit. */
export const stateOf = ({ scanId, verdict, containerNumber }: VerdictMessage): string =>
  `${scanId} ${verdict} ${containerNumber}`;
