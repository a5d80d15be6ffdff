/** A packet of a stream as it was read. */
type ReadPacket = {
  /** Its time in the stream, milliseconds. */
  ptsMs: number;
  /** A picture that needs no other to be decoded. */
  isKey: boolean;
  /** The monotonic clock after reading it. */
  nowMs: number;
};

/** A stream that is this late is behind: its pictures no longer show the current scene. */
const LATE_MS = 2_000;
/** It has caught up when it is no later than this. */
const CAUGHT_UP_MS = 1_000;
/** Upper bound on the time it takes to read a backlog. */
const READ_WITHIN_MS = 5_000;
/** The clocks of a camera and of this machine drift apart by less than this share. */
const MAX_DRIFT = 0.001;

/**
 * Decides which packets of a live stream are left out undecoded: a machine that decodes more slowly than the stream
 * comes falls behind further and further, so it skips to the next picture that it can begin with until it has caught
 * up. How late a packet is shows against the least late one before, whose delay is the network's.
 */
export function createCatchUp(): (packet: ReadPacket) => boolean {
  let leastMs = Infinity;
  let lastMs = 0;
  let skippingSinceMs: number | null = null;
  return ({ ptsMs, isKey, nowMs }) => {
    const delayMs = nowMs - ptsMs;
    leastMs = Math.min(leastMs + MAX_DRIFT * (nowMs - lastMs), delayMs);
    lastMs = nowMs;
    if (skippingSinceMs === null && delayMs - leastMs > LATE_MS) skippingSinceMs = nowMs;
    if (skippingSinceMs === null || !isKey) return skippingSinceMs !== null;
    // All that had piled up is read, and it is late all the same: the camera's clock was set.
    if (nowMs - skippingSinceMs > READ_WITHIN_MS) leastMs = delayMs;
    if (delayMs - leastMs <= CAUGHT_UP_MS) skippingSinceMs = null;
    return skippingSinceMs !== null;
  };
}
