import type { StreamEventBody } from "@container-inspection/shared-schemas/tracking";

const MAX_AGE_MS = 1_000;
const MAX_EVENTS = 500;

/**
 * Gathers one camera's events into batches of at most 500 events and one second: a power cut loses at most one batch.
 * `commit` writes one batch.
 */
export function createEventBatch(commit: (events: StreamEventBody[]) => void) {
  let events: StreamEventBody[] = [];
  let sinceMs = 0;

  const flush = (): void => {
    while (events.length > 0) {
      const batch = events.slice(0, MAX_EVENTS);
      events = events.slice(MAX_EVENTS);
      commit(batch);
    }
  };

  return {
    add(more: readonly StreamEventBody[], monotonicMs: number): void {
      if (events.length === 0) sinceMs = monotonicMs;
      events = [...events, ...more];
      if (events.length >= MAX_EVENTS) flush();
    },
    /** Commits events that are old enough; call it at least once a second. */
    flushDue(monotonicMs: number): void {
      if (events.length > 0 && monotonicMs - sinceMs >= MAX_AGE_MS) flush();
    },
    flush,
  };
}
