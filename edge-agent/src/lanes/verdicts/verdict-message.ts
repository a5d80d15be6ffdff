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
};

/** The verdict on a container as it is given out. */
export function messageOf(lane: string, of: EdgeVerdict, id: string): VerdictMessage {
  const { visitId, scanId, containerNumber, verdict } = of;
  return { id, lane, verdict: verdict.toLowerCase(), reason: "decision", containerNumber, scanId, visitId };
}

/** Returns the state that distinguishes a verdict from the previous one on the same visit. */
export const stateOf = ({ scanId, verdict, containerNumber }: VerdictMessage): string =>
  `${scanId} ${verdict} ${containerNumber}`;
