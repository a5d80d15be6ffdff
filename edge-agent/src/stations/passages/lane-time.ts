import type { Clock } from "../../base/clock.ts";

/** Older pictures are of a recording or a folder, whose times have nothing to do with this program. */
const LIVE_MS = 60_000;

/** The age of a live picture; null for any other one. */
export function liveAgeMs({ capturedAtMs }: { capturedAtMs: number }, { nowMs }: Pick<Clock, "nowMs">): number | null {
  const ageMs = nowMs() - capturedAtMs;
  return ageMs >= 0 && ageMs < LIVE_MS ? ageMs : null;
}

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
    of: (picture: { capturedAtMs: number }): number => nowMs() - (liveAgeMs(picture, clock) ?? 0),
  };
}
export type LaneTime = ReturnType<typeof createLaneTime>;
