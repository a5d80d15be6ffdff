import { setTimeout as delay } from "node:timers/promises";
import type { Picture } from "./source.ts";

/** Beyond this distance between clock and timestamps they no longer belong together (a jump, a machine asleep). */
const MAX_DRIFT_MS = 5000;

/**
 * The pictures at the speed of their timestamps, not as fast as they can be made. A source that falls behind is not
 * hurried: beyond a drift of 5 s the timestamps are synchronised with the clock again.
 */
export async function* paceByTimestamps(
  pictures: AsyncGenerator<Picture>,
  monotonicMs: () => number,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  let startMs: number | undefined;
  for await (const picture of pictures) {
    const now = monotonicMs();
    if (startMs === undefined || Math.abs(startMs + picture.ptsMs - now) > MAX_DRIFT_MS) startMs = now - picture.ptsMs;
    const waitMs = startMs + picture.ptsMs - now;
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
    yield picture;
  }
}

/**
 * Decides for each timestamp in turn whether its picture is kept, so that at most `framesPerSecond` are, evenly spread.
 * Asked before a picture is converted: what is thinned out costs only its decoding.
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
