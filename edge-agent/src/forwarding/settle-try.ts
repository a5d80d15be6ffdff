import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { RecordHead } from "../outbox/record.ts";
import type { Answer } from "./link/cloud-client.ts";
import type { ForwarderLimits } from "./link/limits.ts";
import type { Failure } from "./pause.ts";
import type { Pauses } from "./pauses.ts";
import { readReply } from "./link/read-reply.ts";
import { judgeTry, type Verdict } from "./link/retry-policy.ts";

export type Settling = {
  outbox: Outbox;
  pauses: Pauses;
  clock: Clock;
  logger: Logger;
  limits: Pick<ForwarderLimits, "lonelyFailuresMax" | "tooLargeFailuresMax">;
};

/** Applies an answer to the outbox and the pauses; returns whether the record was delivered. */
export function settleTry(head: RecordHead, answer: Answer, startedAtMs: number, parts: Settling): boolean {
  const { outbox, pauses } = parts;
  const failure = { recordId: head.id, startedAtMs };
  if (answer.type === "no-answer") {
    const verdict = judgeTry({ type: "no-answer", reached: answer.reached });
    pause(head, { ...failure, message: answer.message, status: null, retryAfterMs: null }, verdict, parts);
    return false;
  }
  const { status, retryAfterMs } = answer;
  const { result, rejected, message } = readReply(answer, head.id, head.kind);
  const verdict = judgeTry(result);
  if (verdict.action === "delete") {
    outbox.acknowledge(head.id, rejected);
    resume(head, parts);
    return true;
  }
  if (verdict.action === "park") {
    outbox.park(head.id, { reason: message, status });
    // The cloud has answered, so the path works; but this record was not delivered, so no other record is singled out.
    pauses.resume(head.id, head.kind);
    return false;
  }
  pause(head, { ...failure, message, status, retryAfterMs }, verdict, parts);
  return false;
}

function pause(head: RecordHead, failure: Failure, verdict: Verdict, parts: Settling): void {
  const { outbox, pauses, clock, logger } = parts;
  const wasPaused = pauses.current() !== null || pauses.currentKinds().some(({ kind }) => kind === head.kind);
  const { waitMs, isAlone } =
    verdict.action === "pause-all"
      ? { waitMs: pauses.pauseAll(failure, verdict, head.kind), isAlone: false }
      : pauses.refuse(failure, head);
  const { message, status } = failure;
  if (!wasPaused && !isAlone) {
    const what = verdict.action === "pause-all" ? "everything" : head.kind;
    logger.warn({ recordId: head.id, status, reason: message, waits: what }, "delivery to the cloud paused");
  }
  const nextAttemptAtMs = Math.round(clock.nowMs() + waitMs);
  if (isAlone)
    countFailure(
      head.id,
      { status, error: `${message}; other records of its kind are delivered`, nextAttemptAtMs },
      parts,
    );
  else outbox.noteFailure(head.id, { status, error: message, counted: false, nextAttemptAtMs });
}

function resume(head: RecordHead, parts: Settling): void {
  const { pauses, clock, logger } = parts;
  const { wasPaused, singledOut } = pauses.resume(head.id, head.kind);
  pauses.noteDelivery(head);
  if (wasPaused) logger.info({ recordId: head.id }, "delivery to the cloud resumed");
  for (const { recordId, countable, status, reason } of singledOut) {
    const error = status === 413 ? reason : "the cloud answers 500 to this record and accepts others";
    if (countable) countFailure(recordId, { status, error, nextAttemptAtMs: clock.nowMs() }, parts);
  }
}

/**
 * Counts a failure against a record that fails while others pass, and parks it after the last it may have: of any kind,
 * or of those by which something on the way refuses it for its size, which fewer prove.
 */
function countFailure(
  recordId: string,
  failure: { status: number | null; error: string; nextAttemptAtMs: number },
  { outbox, pauses, limits }: Settling,
): void {
  const attempts = outbox.noteFailure(recordId, { ...failure, counted: true });
  const tooLarge = failure.status === 413 ? pauses.countTooLarge(recordId) : 0;
  const isTooLarge = tooLarge >= limits.tooLargeFailuresMax;
  if (!isTooLarge && attempts < limits.lonelyFailuresMax) return;
  const times = isTooLarge ? tooLarge : attempts;
  outbox.park(recordId, { reason: `${failure.error}, ${times} times`, status: failure.status });
  pauses.forget(recordId);
}
