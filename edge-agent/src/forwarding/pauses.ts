import type { Clock } from "../clock.ts";
import type { RecordHead, RecordKind } from "../outbox/record.ts";
import type { ForwarderLimits, Pause } from "./forwarder.ts";
import { createMissingRoutes } from "./missing-routes.ts";
import { backoffMs } from "./retry-policy.ts";

/** Different records of a kind that are refused before its route counts as missing; until then another is tried soon. */
const SUSPECTS_OF_KIND = 8;
/** Records waiting for a try of their own at the same time; beyond that the oldest waits no longer. */
const MAX_SET_ASIDE = 1_000;

/** A failure as the pauses see it. */
export type Failure = {
  recordId: string;
  message: string;
  status: number | null;
  retryAfterMs: number | null;
  /** Monotonic time at which the try began. */
  startedAtMs: number;
};

/** What may be tried now. While everything waits, `limit` is at most 1: one record probes for all. */
type Plan = {
  limit: number;
  /** Kinds that wait and may not even send a probe. */
  excludeKinds: RecordKind[];
  excludeIds: string[];
  /** The record whose failure began the pause: another is tried first; null when it makes no difference. */
  avoidId: string | null;
  /** Whether the one to avoid may be tried when there is no other. */
  mayRetryAvoided: boolean;
};

/** A record that failed while another passed, and whether such failures are counted against it. */
type SingledOut = { recordId: string; countable: boolean };

export type Pauses = {
  plan(inFlight: number): Plan;
  /** Everything waits. `suspect`: the record itself may be the cause. Returns the wait, milliseconds. */
  pauseAll(failure: Failure, verdict: { suspect: boolean; countable: boolean }): number;
  /**
   * The cloud does not know the route of a record: its kind waits, or, when another record of its kind has been delivered
   * since the last time this one was refused, only the record itself, which is at fault then. Returns the wait.
   */
  refuse(failure: Failure, head: RecordHead): { waitMs: number; isAlone: boolean };
  /** What to avoid in the choice of the next probe for a kind. */
  refusedOf(kind: RecordKind): { recordIds: string[]; cameraIds: string[] };
  /** Once all waiting records of a kind have been refused: whether one may be tried again now. Begins a new round then. */
  mayTryAgain(kind: RecordKind): boolean;
  /** Lets a record wait alone, longer with each time. Returns the wait. */
  setAside(recordId: string): number;
  /** The cloud answered a record of this kind: all pauses that this disproves end. */
  resume(recordId: string, kind: RecordKind): { wasPaused: boolean; singledOut: SingledOut | null };
  /** A record of this kind was delivered: those that were refused before and are refused again are at fault. */
  noteDelivery(head: RecordHead): void;
  forget(recordId: string): void;
  /**
   * Milliseconds until `plan` may allow more than it did at `plannedAtMs`; null when no time will change that. Asked for
   * a plan of the past, because a wait that ends between the plan and this question would be seen by neither.
   */
  nextDueInMs(plannedAtMs: number): number | null;
  current(): Pause | null;
  currentKinds(): (Pause & { kind: RecordKind })[];
  setAsideCount(): number;
};

type Waiting = { failures: number; dueAtMs: number };
type Stopped = Waiting & { reason: string; status: number | null; sinceMs: number; failedAtMs: number };
/** `suspectId` is the only record that has failed so far and could be the cause; null once that is ruled out. */
type StoppedAll = Stopped & { suspectId: string | null; countable: boolean; othersDueAtMs: number };
/** `suspectIds`: what was refused in this pause, as far as it matters; others are tried before `dueAtMs` while these are few. */
type StoppedKind = Stopped & { suspectIds: ReadonlySet<string>; othersDueAtMs: number };

/**
 * Keeps what waits and until when, all on the monotonic clock. When a failure could be the record's own fault, another
 * record is tried soon: if that fails too, the path is at fault and all wait; if it passes, the first is singled out.
 */
export function createPauses(clock: Clock, limits: ForwarderLimits, random: () => number): Pauses {
  let all: StoppedAll | null = null;
  const kinds = new Map<RecordKind, StoppedKind>();
  const aside = new Map<string, Waiting>();
  const missing = createMissingRoutes();
  const now = () => clock.monotonicMs();
  const wait = (failures: number, retryAfterMs: number | null) =>
    Math.max(backoffMs(failures, limits, random), retryAfterMs ?? 0);

  const stopAgain = (before: Stopped | null, failure: Failure): Stopped & { waitMs: number } => {
    // Tries that began before the last failure tell nothing new: they do not lengthen the wait.
    const isNew = before === null || failure.startedAtMs >= before.failedAtMs;
    const failures = (before?.failures ?? 0) + (isNew ? 1 : 0);
    const waitMs = wait(failures, failure.retryAfterMs);
    const { message: reason, status } = failure;
    const sinceMs = before?.sinceMs ?? clock.nowMs();
    return { failures, dueAtMs: now() + waitMs, reason, status, sinceMs, failedAtMs: now(), waitMs };
  };
  const setAside = (recordId: string, retryAfterMs: number | null = null): number => {
    const failures = (aside.get(recordId)?.failures ?? 0) + 1;
    const waitMs = wait(failures, retryAfterMs);
    aside.delete(recordId);
    aside.set(recordId, { failures, dueAtMs: now() + waitMs });
    const [oldest] = aside.keys();
    if (aside.size > MAX_SET_ASIDE && oldest !== undefined) aside.delete(oldest);
    return waitMs;
  };
  const describe = ({ reason, status, sinceMs, dueAtMs }: Stopped): Pause => {
    return { reason, status, sinceMs, nextTryInMs: Math.max(0, Math.round(dueAtMs - now())) };
  };

  return {
    plan(inFlight) {
      const excludeKinds = [...kinds].filter(([, { othersDueAtMs }]) => othersDueAtMs > now()).map(([kind]) => kind);
      const excludeIds = [...aside].filter(([, { dueAtMs }]) => dueAtMs > now()).map(([id]) => id);
      if (all === null) {
        const limit = limits.concurrency - inFlight;
        return { limit, excludeKinds, excludeIds, avoidId: null, mayRetryAvoided: false };
      }
      const mayRetryAvoided = all.dueAtMs <= now();
      const due = mayRetryAvoided || (all.suspectId !== null && all.othersDueAtMs <= now());
      return {
        limit: due && inFlight === 0 ? 1 : 0,
        excludeKinds,
        excludeIds,
        avoidId: all.suspectId,
        mayRetryAvoided,
      };
    },
    pauseAll(failure, { suspect, countable }) {
      const { waitMs, ...stopped } = stopAgain(all, failure);
      const stillAlone = suspect && (all === null || all.suspectId === failure.recordId);
      const othersDueAtMs = now() + wait(1, failure.retryAfterMs);
      all = { ...stopped, suspectId: stillAlone ? failure.recordId : null, countable, othersDueAtMs };
      return waitMs;
    },
    refuse(failure, head) {
      if (missing.refuse(head)) return { waitMs: setAside(head.id, failure.retryAfterMs), isAlone: true };
      const before = kinds.get(head.kind) ?? null;
      const { waitMs, ...stopped } = stopAgain(before, failure);
      const suspectIds = new Set([...(before?.suspectIds ?? []), head.id].slice(0, SUSPECTS_OF_KIND));
      const othersMs = suspectIds.size < SUSPECTS_OF_KIND ? wait(1, failure.retryAfterMs) : waitMs;
      kinds.set(head.kind, { ...stopped, suspectIds, othersDueAtMs: now() + Math.min(waitMs, othersMs) });
      return { waitMs, isAlone: false };
    },
    refusedOf: (kind) => missing.refusedOf(kind),
    mayTryAgain(kind) {
      if ((kinds.get(kind)?.dueAtMs ?? 0) > now()) return false;
      missing.beginRound(kind);
      return true;
    },
    setAside: (recordId) => setAside(recordId),
    resume(recordId, kind) {
      const wasPaused = all !== null || kinds.has(kind);
      const suspectId = all?.suspectId ?? null;
      const countable = all?.countable ?? false;
      const singledOut = suspectId === null || suspectId === recordId ? null : { recordId: suspectId, countable };
      all = null;
      kinds.delete(kind);
      aside.delete(recordId);
      if (singledOut !== null) setAside(singledOut.recordId);
      return { wasPaused, singledOut };
    },
    noteDelivery: (head) => missing.noteDelivery(head),
    forget(recordId) {
      aside.delete(recordId);
      missing.forget(recordId);
    },
    nextDueInMs(plannedAtMs) {
      const dues = [...kinds.values(), ...aside.values()].map(({ dueAtMs }) => dueAtMs);
      dues.push(...[...kinds.values()].map(({ othersDueAtMs }) => othersDueAtMs));
      if (all !== null) dues.push(all.dueAtMs, all.othersDueAtMs);
      const next = Math.min(...dues.filter((dueAtMs) => dueAtMs > plannedAtMs));
      return next === Infinity ? null : Math.max(0, Math.ceil(next - now()));
    },
    current: () => (all === null ? null : describe(all)),
    currentKinds: () => [...kinds].map(([kind, stopped]) => ({ kind, ...describe(stopped) })),
    setAsideCount: () => aside.size,
  };
}
