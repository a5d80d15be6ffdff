import type { Clock } from "../base/clock.ts";
import type { Pause } from "./forwarder.ts";

/** A failure as the pauses see it. */
export type Failure = {
  recordId: string;
  message: string;
  status: number | null;
  retryAfterMs: number | null;
  /** Monotonic time at which the try began. */
  startedAtMs: number;
};

/** State of a pause since a failure; `dueAtMs` and `failedAtMs` on the monotonic clock, `sinceMs` on the wall clock. */
export type Stopped = {
  failures: number;
  dueAtMs: number;
  reason: string;
  status: number | null;
  sinceMs: number;
  failedAtMs: number;
};

/** Returns the wait after the n-th failure in a row, milliseconds; never less than the cloud asks for. */
export type Wait = (failures: number, retryAfterMs: number | null) => number;

/** The pause after one more failure, which lasts longer than the one before it, and its wait. */
export function stopAgain(
  before: Stopped | null,
  failure: Failure,
  clock: Clock,
  wait: Wait,
): Stopped & { waitMs: number } {
  // A try that began before the last failure proves nothing new: it does not lengthen the wait.
  const isNew = before === null || failure.startedAtMs >= before.failedAtMs;
  const failures = (before?.failures ?? 0) + (isNew ? 1 : 0);
  const waitMs = wait(failures, failure.retryAfterMs);
  const { message: reason, status } = failure;
  const sinceMs = before?.sinceMs ?? clock.nowMs();
  const nowMs = clock.monotonicMs();
  return { failures, dueAtMs: nowMs + waitMs, reason, status, sinceMs, failedAtMs: nowMs, waitMs };
}

/** A pause as the status shows it; `nowMs` on the monotonic clock. */
export function describePause({ reason, status, sinceMs, dueAtMs }: Stopped, nowMs: number): Pause {
  return { reason, status, sinceMs, nextTryInMs: Math.max(0, Math.round(dueAtMs - nowMs)) };
}
