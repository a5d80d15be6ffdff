import type { Clock } from "../base/clock.ts";

/** Progress of delivery since records began to wait. */
export type Drain = {
  delivered: number;
  /** Over the last minute; null in the first seconds. */
  bytesPerSecond: number | null;
};

const WINDOW_MS = 60_000;
const STEP_MS = 5_000;

/**
 * Measures deliveries from the first record that waits until none does. Times are monotonic, so a jump of the wall
 * clock changes no estimate.
 */
export function createDrainWatch({ monotonicMs }: Pick<Clock, "monotonicMs">) {
  let drain: { sinceMs: number; delivered: number; steps: { startMs: number; bytes: number }[] } | null = null;
  return {
    /** Records wait. */
    begin(): void {
      drain ??= { sinceMs: monotonicMs(), delivered: 0, steps: [] };
    },
    /** No record waits that may be sent. */
    end(): void {
      drain = null;
    },
    noteDelivery(sizeBytes: number): void {
      if (drain === null) return;
      drain.delivered += 1;
      const startMs = Math.floor(monotonicMs() / STEP_MS) * STEP_MS;
      const step = drain.steps.at(-1);
      if (step?.startMs === startMs) step.bytes += sizeBytes;
      else drain.steps = [...inWindow(drain.steps, startMs), { startMs, bytes: sizeBytes }];
    },
    status(): Drain | null {
      if (drain === null) return null;
      const nowMs = monotonicMs();
      const overMs = Math.min(WINDOW_MS, nowMs - drain.sinceMs);
      const bytes = inWindow(drain.steps, nowMs).reduce((sum, step) => sum + step.bytes, 0);
      return { delivered: drain.delivered, bytesPerSecond: overMs < STEP_MS ? null : (bytes * 1_000) / overMs };
    },
  };
}

/** The steps of the last minute. */
const inWindow = <Step extends { startMs: number }>(steps: readonly Step[], nowMs: number): Step[] =>
  steps.filter(({ startMs }) => startMs > nowMs - WINDOW_MS);
