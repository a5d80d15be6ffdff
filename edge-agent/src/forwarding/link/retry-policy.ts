/** Bounds that a deadline needs of the forwarder's limits. */
type DeadlineBounds = { deadlineBaseMs: number; slowestBitsPerSecond: number };

const BITS_PER_BYTE = 8;

/** Total time of one try, milliseconds: a base, and the time of a body of this size on the slowest allowed link. */
export function deadlineMs(bodyBytes: number, { deadlineBaseMs, slowestBitsPerSecond }: DeadlineBounds): number {
  return deadlineBaseMs + (bodyBytes * BITS_PER_BYTE * 1000) / slowestBitsPerSecond;
}

/**
 * The wait that `Retry-After` asks for, milliseconds from 0 to `maxMs`; null without one that can be understood. A date
 * counts from the answer's own `Date`, because this box's clock may be wrong; without that it is not understood.
 */
export function retryAfterMs(retryAfter: string | undefined, date: string | undefined, maxMs: number): number | null {
  if (retryAfter === undefined) return null;
  const waitMs = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.parse(date ?? "");
  return Number.isNaN(waitMs) ? null : Math.min(maxMs, Math.max(0, waitMs));
}

/** Outcome of a try, reduced to the facts that the policy needs. */
export type TryResult =
  /** `reached`: the connection was up and the request had begun, so that the record itself may be the cause. */
  | { type: "no-answer"; reached: boolean }
  /** 2xx whose JSON echoes the idempotency key, with readable data. */
  | { type: "acknowledged" }
  | { type: "answer"; status: number; hasEnvelope: boolean };

/**
 * Consequence of a try:
 * - `delete`: the cloud has it
 * - `park`: the record is at fault
 * - `pause-kind`: the cloud does not know the route of this kind, or of this record alone
 * - `pause-all`: the path to the cloud is at fault. `suspect` when one record could cause it: then another is tried
 *   next. `countable` when such a record is parked in the end, should it fail while others pass.
 */
export type Verdict =
  | { action: "delete" | "park" | "pause-kind" }
  | { action: "pause-all"; suspect: boolean; countable: boolean };

const AT_FAULT_NOBODY = new Set([401, 403, 408, 426, 429, 503]);
const pauseAll = (suspect: boolean, countable = false): Verdict => ({ action: "pause-all", suspect, countable });

/**
 * The table of decisions: only a 4xx with the cloud's own envelope parks at once. A 413 without it comes from a proxy,
 * which refuses a record for its size.
 */
export function judgeTry(result: TryResult): Verdict {
  if (result.type === "acknowledged") return { action: "delete" };
  if (result.type === "no-answer") return pauseAll(result.reached);
  const { status, hasEnvelope } = result;
  if (status === 404 || status === 405) return { action: "pause-kind" };
  if (AT_FAULT_NOBODY.has(status) || (status >= 300 && status < 400)) return pauseAll(false);
  if (status >= 400 && status < 500 && hasEnvelope) return { action: "park" };
  return pauseAll(true, status === 413 || (status === 500 && hasEnvelope));
}
