import type { Clock } from "../base/clock.ts";
import type { Source } from "./source.ts";

export type FrameTimes = {
  /** A new process starts: its timestamps begin again. */
  restart(): void;
  /**
   * Returns the capture time of the picture on both clocks: `capturedAtMs` in whole milliseconds, as records keep it;
   * `monotonicMs` strictly increasing over the camera's life.
   */
  stamp(picture: { ptsMs: number; ageMs: number }): { capturedAtMs: number; monotonicMs: number };
};

/**
 * Determines when a picture was captured. Live: now minus the picture's age. Consumer-paced: the time of the process's
 * first picture plus the picture's timestamp, so that intervals are the recording's own however fast it is read.
 */
export function createFrameTimes(clock: Clock, pace: Source["pace"]): FrameTimes {
  let start: { capturedAtMs: number; monotonicMs: number; ptsMs: number } | undefined;
  let last = { capturedAtMs: -Infinity, monotonicMs: -Infinity };
  const live = (ageMs: number) => ({
    capturedAtMs: clock.nowMs() - ageMs,
    monotonicMs: Math.max(clock.monotonicMs() - ageMs, last.monotonicMs + 1),
  });
  const paced = (ptsMs: number) => {
    // After a restart a file begins again, but time does not: it continues after the frames already delivered.
    start ??= {
      capturedAtMs: Math.max(clock.nowMs(), last.capturedAtMs + 1),
      monotonicMs: Math.max(clock.monotonicMs(), last.monotonicMs + 1),
      ptsMs,
    };
    const sinceMs = ptsMs - start.ptsMs;
    return { capturedAtMs: start.capturedAtMs + sinceMs, monotonicMs: start.monotonicMs + sinceMs };
  };
  return {
    restart() {
      start = undefined;
    },
    stamp({ ptsMs, ageMs }) {
      last = pace === "live" ? live(ageMs) : paced(ptsMs);
      return { ...last, capturedAtMs: Math.round(last.capturedAtMs) };
    },
  };
}
