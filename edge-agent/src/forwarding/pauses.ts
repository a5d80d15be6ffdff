import { backoff } from "@container-inspection/shared-schemas/backoff";
import type { Clock } from "../base/clock.ts";
import type { RecordHead, RecordKind } from "../outbox/record.ts";
import { createFailedRecords } from "./failed-records.ts";
import type { Pause } from "./forwarder.ts";
import { createKindPauses } from "./kind-pauses.ts";
import type { ForwarderLimits } from "./link/limits.ts";
import { describePause, type Failure, type Stopped, stopAgain, type Wait } from "./pause.ts";
import { createSetAside } from "./set-aside.ts";

/** Records that may be tried now. While everything waits, `limit` is at most 1: one record probes for all. */
type Plan = {
  limit: number;
  /** Kinds that wait and may not even send a probe. */
  excludeKinds: RecordKind[];
  excludeIds: string[];
  /** The records that failed in this pause and could be its cause: others are tried first. */
  avoidIds: readonly string[];
  /** True if a record to avoid may be tried when no other is available. */
  mayRetryAvoided: boolean;
};

/** A record that failed while another passed, why, and whether such failures are counted against it. */
type SingledOut = { recordId: string; countable: boolean; status: number | null; reason: string };
type Suspect = SingledOut & { kind: RecordKind | null };

export type Pauses = {
  plan(inFlight: number): Plan;
  /** Everything waits. `suspect`: the record, of this kind, may itself be the cause. Returns the wait, milliseconds. */
  pauseAll(failure: Failure, verdict: { suspect: boolean; countable: boolean }, kind?: RecordKind): number;
  /**
   * The cloud does not know the route of a record: its kind waits, or, when another record of its kind has been
   * delivered since the last time this one was refused, only the record itself, which is at fault then. Returns the
   * wait.
   */
  refuse(failure: Failure, head: RecordHead): { waitMs: number; isAlone: boolean };
  /** Returns the records and cameras to avoid in the choice of the next probe for a kind. */
  refusedOf(kind: RecordKind): { recordIds: string[]; cameraIds: string[] };
  /**
   * Once all waiting records of a kind have been refused: whether one may be tried again now. Begins a new round then.
   */
  mayTryAgain(kind: RecordKind): boolean;
  /** Lets a record wait alone, longer with each time. Returns the wait. */
  setAside(recordId: string): number;
  /** The cloud answered a record of this kind: all pauses that this disproves end. */
  resume(recordId: string, kind: RecordKind): { wasPaused: boolean; singledOut: SingledOut[] };
  /** A record of this kind was delivered: those that were refused before and are refused again are at fault. */
  noteDelivery(head: RecordHead): void;
  forget(recordId: string): void;
  /** Counts that a record was refused for its size while others passed; returns how often since the start. */
  countTooLarge(recordId: string): number;
  /**
   * Milliseconds until `plan` may allow more than it did at `plannedAtMs`; null when no time will change that. Asked
   * for a plan of the past, because a wait that ends between the plan and this question would be seen by neither.
   */
  nextDueInMs(plannedAtMs: number): number | null;
  current(): Pause | null;
  currentKinds(): (Pause & { kind: RecordKind })[];
  setAsideCount(): number;
};

/** Records to avoid that are remembered; beyond that they all may be tried again. */
const MAX_AVOIDED = 1_000;

/**
 * `suspects` are the records that could each be the cause of its own failure, by their ids; empty once one has failed
 * whose failure only the path explains. `avoidIds` are those of one round: each is tried once before any is tried
 * again.
 */
type StoppedAll = Stopped & {
  suspects: ReadonlyMap<string, Suspect>;
  avoidIds: ReadonlySet<string>;
  othersDueAtMs: number;
};
/**
 * Keeps what waits and until when, all on the monotonic clock. When a failure could be the record's own fault, another
 * record is tried soon: if that fails too, the path is at fault and all wait; if it passes, the first is singled out.
 * While all wait, the probes go through the records, so that those which always fail cannot stop the others. A record
 * that failed before others passed is no witness against the path: several that always fail do not cover each other.
 */
export function createPauses(clock: Clock, limits: ForwarderLimits, random: () => number): Pauses {
  let all: StoppedAll | null = null;
  const failed = createFailedRecords();
  const now = () => clock.monotonicMs();
  const bounds = { min: limits.retryMinMs, max: limits.retryMaxMs };
  const wait: Wait = (failures, retryAfterMs) => Math.max(backoff(failures, bounds, random), retryAfterMs ?? 0);
  const kinds = createKindPauses(clock, wait);
  const aside = createSetAside(now, wait);

  return {
    plan(inFlight) {
      const excluded = { excludeKinds: kinds.withoutProbe(), excludeIds: aside.waitingIds() };
      if (all !== null) return { ...excluded, ...planProbe(all, inFlight, now()) };
      return { ...excluded, limit: limits.concurrency - inFlight, avoidIds: [], mayRetryAvoided: false };
    },
    pauseAll(failure, { suspect, countable }, kind) {
      const { waitMs, ...stopped } = stopAgain(all, failure, clock, wait);
      const { recordId, status, message: reason } = failure;
      const suspected = { recordId, kind: kind ?? null, countable, status, reason };
      const suspects = suspect ? suspectNext(all, suspected, failed.has(recordId)) : new Map<string, Suspect>();
      const othersDueAtMs = now() + wait(1, failure.retryAfterMs);
      if (suspect) failed.add(recordId);
      const avoidIds = suspect ? avoidNext(all, recordId) : (all?.avoidIds ?? new Set());
      all = { ...stopped, suspects, avoidIds, othersDueAtMs };
      return waitMs;
    },
    refuse(failure, head) {
      const waitMs = kinds.refuse(failure, head);
      if (waitMs !== null) return { waitMs, isAlone: false };
      return { waitMs: aside.add(head.id, failure.retryAfterMs), isAlone: true };
    },
    refusedOf: (kind) => kinds.refusedOf(kind),
    mayTryAgain: (kind) => kinds.mayTryAgain(kind),
    setAside: (recordId) => aside.add(recordId, null),
    resume(recordId, kind) {
      const wasPaused = kinds.resume(kind) || all !== null;
      const singledOut = all === null ? [] : singleOut(all, { recordId, kind });
      all = null;
      failed.forget(recordId);
      aside.forget(recordId);
      for (const one of singledOut) aside.add(one.recordId, null);
      return { wasPaused, singledOut };
    },
    noteDelivery: (head) => kinds.noteDelivery(head),
    forget(recordId) {
      failed.forget(recordId);
      aside.forget(recordId);
      kinds.forget(recordId);
    },
    countTooLarge: (recordId) => failed.countTooLarge(recordId),
    nextDueInMs(plannedAtMs) {
      const dues = [...kinds.dueTimes(), ...aside.dueTimes()];
      if (all !== null) dues.push(all.dueAtMs, all.othersDueAtMs);
      const next = Math.min(...dues.filter((dueAtMs) => dueAtMs > plannedAtMs));
      return next === Infinity ? null : Math.max(0, Math.ceil(next - now()));
    },
    current: () => (all === null ? null : describePause(all, now())),
    currentKinds: () => kinds.current(),
    setAsideCount: () => aside.count(),
  };
}

/**
 * Those that failed although the delivered record has passed. Where they are several, only those of its kind: all
 * records of another kind may fail for a reason that is not their own.
 */
function singleOut({ suspects }: StoppedAll, delivered: { recordId: string; kind: RecordKind }): Suspect[] {
  const failed = [...suspects.values()].filter(({ recordId }) => recordId !== delivered.recordId);
  return failed.length > 1 ? failed.filter(({ kind }) => kind === delivered.kind) : failed;
}

/** `hasFailed`: the record failed before and was not delivered since, so it does not count against the path. */
function suspectNext(before: StoppedAll | null, suspect: Suspect, hasFailed: boolean) {
  const { recordId } = suspect;
  if (before === null) return new Map([[recordId, suspect]]);
  const isWitness = !before.suspects.has(recordId) && !hasFailed;
  return isWitness || before.suspects.size === 0
    ? new Map<string, Suspect>()
    : new Map([...before.suspects, [recordId, suspect]]);
}

/** One that fails again was tried because all others had failed, too: a new round begins. */
function avoidNext(before: StoppedAll | null, recordId: string): ReadonlySet<string> {
  const isNewRound = before === null || before.avoidIds.has(recordId) || before.avoidIds.size >= MAX_AVOIDED;
  return new Set(isNewRound ? [recordId] : [...before.avoidIds, recordId]);
}

/** Plans tries while everything waits: one record at a time, and before the wait is over no suspects. */
function planProbe({ suspects, avoidIds, dueAtMs, othersDueAtMs }: StoppedAll, inFlight: number, nowMs: number) {
  const mayRetryAvoided = dueAtMs <= nowMs;
  const isDue = mayRetryAvoided || (suspects.size > 0 && othersDueAtMs <= nowMs);
  return { limit: isDue && inFlight === 0 ? 1 : 0, avoidIds: [...avoidIds], mayRetryAvoided };
}
