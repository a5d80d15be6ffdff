import type { Wait } from "./pause.ts";

/** Records that wait alone at the same time; beyond that the oldest stops waiting. */
const MAX_SET_ASIDE = 1_000;

/** Keeps the records that wait alone, each longer with each failure. `now` is the monotonic clock, milliseconds. */
export function createSetAside(now: () => number, wait: Wait) {
  const waiting = new Map<string, { failures: number; dueAtMs: number }>();
  return {
    /** Lets a record wait, longer than the last time; returns the wait, milliseconds. */
    add(recordId: string, retryAfterMs: number | null): number {
      const failures = (waiting.get(recordId)?.failures ?? 0) + 1;
      const waitMs = wait(failures, retryAfterMs);
      waiting.delete(recordId);
      waiting.set(recordId, { failures, dueAtMs: now() + waitMs });
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_SET_ASIDE && oldest !== undefined) waiting.delete(oldest);
      return waitMs;
    },
    /** The records whose wait is not over. */
    waitingIds: (): string[] => [...waiting].filter(([, { dueAtMs }]) => dueAtMs > now()).map(([id]) => id),
    dueTimes: (): number[] => [...waiting.values()].map(({ dueAtMs }) => dueAtMs),
    forget: (recordId: string): void => void waiting.delete(recordId),
    count: (): number => waiting.size,
  };
}
