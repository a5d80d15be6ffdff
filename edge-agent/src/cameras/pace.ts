import { setTimeout as delay } from "node:timers/promises";
import type { Picture } from "./source.ts";

/** Beyond this distance between clock and timestamps they no longer belong together (a jump, a machine asleep). */
const MAX_DRIFT_MS = 5000;

/**
 * Waits until the time of each timestamp in turn, so that pictures come at their own speed, not as fast as they can be
 * made. A source that falls behind is not hurried: beyond a drift of 5 s the timestamps are synchronised with the clock
 * again.
 */
export function createPace(monotonicMs: () => number, signal: AbortSignal): (ptsMs: number) => Promise<void> {
  let startMs: number | undefined;
  return async (ptsMs) => {
    const now = monotonicMs();
    if (startMs === undefined || Math.abs(startMs + ptsMs - now) > MAX_DRIFT_MS) startMs = now - ptsMs;
    const waitMs = startMs + ptsMs - now;
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
  };
}

/** The pictures at the speed of their timestamps. */
export async function* paceByTimestamps(
  pictures: AsyncGenerator<Picture>,
  monotonicMs: () => number,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  const pace = createPace(monotonicMs, signal);
  for await (const picture of pictures) {
    await pace(picture.ptsMs);
    yield picture;
  }
}

/**
 * Decides for each timestamp in turn whether its picture is kept, so that at most `framesPerSecond` are, evenly
 * spread. Call it before a picture is converted: a dropped picture then costs only its decoding.
 */
export function thinTo(framesPerSecond: number | undefined): (ptsMs: number) => boolean {
  if (framesPerSecond === undefined) return () => true;
  const intervalMs = 1000 / framesPerSecond;
  // Timestamps are rounded to the container's time base: half a millisecond early is on time.
  const toleranceMs = 0.5;
  let dueMs = -Infinity;
  return (ptsMs) => {
    if (ptsMs < dueMs - toleranceMs) return false;
    const nextMs = dueMs + intervalMs;
    dueMs = nextMs > ptsMs ? nextMs : ptsMs + intervalMs;
    return true;
  };
}
