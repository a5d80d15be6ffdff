import type { Clock } from "../base/clock.ts";
import type { RecordHead, RecordKind } from "../outbox/record.ts";
import type { Pause } from "./forwarder.ts";
import { createMissingRoutes } from "./missing-routes.ts";
import { describePause, type Failure, type Stopped, stopAgain, type Wait } from "./pause.ts";

/**
 * Different records of a kind that are refused before its route counts as missing; until then another is tried soon.
 */
const SUSPECTS_OF_KIND = 8;

/**
 * `suspectIds`: the records that were refused in this pause, as far as they matter. While they are few, others are
 * tried before `dueAtMs`.
 */
type StoppedKind = Stopped & { suspectIds: ReadonlySet<string>; othersDueAtMs: number };

/** Keeps the kinds of records that wait because the cloud does not know their route. */
export function createKindPauses(clock: Clock, wait: Wait) {
  const kinds = new Map<RecordKind, StoppedKind>();
  const missing = createMissingRoutes();
  const now = () => clock.monotonicMs();
  return {
    /** Lets the kind of a refused record wait and returns the wait; null when the record itself is at fault. */
    refuse(failure: Failure, head: RecordHead): number | null {
      if (missing.refuse(head)) return null;
      const before = kinds.get(head.kind) ?? null;
      const { waitMs, ...stopped } = stopAgain(before, failure, clock, wait);
      const suspectIds = new Set([...(before?.suspectIds ?? []), head.id].slice(0, SUSPECTS_OF_KIND));
      const othersMs = suspectIds.size < SUSPECTS_OF_KIND ? wait(1, failure.retryAfterMs) : waitMs;
      kinds.set(head.kind, { ...stopped, suspectIds, othersDueAtMs: now() + Math.min(waitMs, othersMs) });
      return waitMs;
    },
    /** Ends the pause of a kind; returns whether there was one. */
    resume: (kind: RecordKind): boolean => kinds.delete(kind),
    refusedOf: (kind: RecordKind) => missing.refusedOf(kind),
    mayTryAgain(kind: RecordKind): boolean {
      if ((kinds.get(kind)?.dueAtMs ?? 0) > now()) return false;
      missing.beginRound(kind);
      return true;
    },
    /** The kinds that wait and may not even send a probe. */
    withoutProbe: (): RecordKind[] =>
      [...kinds].filter(([, { othersDueAtMs }]) => othersDueAtMs > now()).map(([kind]) => kind),
    dueTimes: (): number[] => [...kinds.values()].flatMap(({ dueAtMs, othersDueAtMs }) => [dueAtMs, othersDueAtMs]),
    current: (): (Pause & { kind: RecordKind })[] =>
      [...kinds].map(([kind, stopped]) => ({ kind, ...describePause(stopped, now()) })),
    noteDelivery: (head: RecordHead): void => missing.noteDelivery(head),
    forget: (recordId: string): void => missing.forget(recordId),
  };
}
