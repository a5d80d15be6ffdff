import type { Clock } from "../base/clock.ts";

export type FailureCounts = { count: number; last: string | null; lastAtMs: number | null };

const LOG_INTERVAL_MS = 60_000;

/** Counts failures that are survived, and logs the first and then at most one a minute, with the count so far. */
export function createFailureLog(
  clock: Clock,
  log: (fields: { failures: number; error: string }, message: string) => void,
) {
  const counts: FailureCounts = { count: 0, last: null, lastAtMs: null };
  let lastLogMs = -Infinity;
  return {
    note(what: string, error: unknown): void {
      const reason = error instanceof Error ? error.message : String(error);
      counts.count += 1;
      counts.last = `${what}: ${reason}`;
      counts.lastAtMs = clock.nowMs();
      if (clock.monotonicMs() - lastLogMs < LOG_INTERVAL_MS) return;
      lastLogMs = clock.monotonicMs();
      log({ failures: counts.count, error: reason }, `${what}; continuing`);
    },
    counts: (): FailureCounts => ({ ...counts }),
  };
}
export type FailureLog = ReturnType<typeof createFailureLog>;
