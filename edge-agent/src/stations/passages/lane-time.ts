import type { Clock } from "../../base/clock.ts";

/** Older pictures are of a recording or a folder, whose times have nothing to do with this program. */
const LIVE_MS = 60_000;

/**
 * The time of a lane: the wall clock as it was at the start, continued by the monotonic clock, so that a clock that
 * jumps changes the order of nothing.
 */
export function createLaneTime(clock: Clock) {
  const startMs = clock.nowMs() - clock.monotonicMs();
  const nowMs = () => startMs + clock.monotonicMs();
  return {
    nowMs,
    /** The time of capture of a live picture; the present for any other one. */
    of({ capturedAtMs }: { capturedAtMs: number }): number {
      const ageMs = clock.nowMs() - capturedAtMs;
      return ageMs >= 0 && ageMs < LIVE_MS ? nowMs() - ageMs : nowMs();
    },
  };
}
export type LaneTime = ReturnType<typeof createLaneTime>;
