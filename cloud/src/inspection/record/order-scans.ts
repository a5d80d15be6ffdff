const MAX_AHEAD_MS = 5 * 60_000;
const MAX_AGE_MS = 400 * 24 * 3_600_000;

/**
 * Returns the time at which a scan counts as taken: by its own clock, or by its arrival if that clock is absent or
 * far off.
 */
export function orderTime(takenAt: Date, receivedAt: Date): { clockSuspect: boolean; orderedAt: Date } {
  const aheadMs = takenAt.getTime() - receivedAt.getTime();
  const clockSuspect = aheadMs > MAX_AHEAD_MS || aheadMs < -MAX_AGE_MS;
  return { clockSuspect, orderedAt: clockSuspect ? receivedAt : takenAt };
}

/** True when a scan is newer than another: by the time it counts as taken, then by its id. */
export function isNewer(
  scan: { orderedAt: Date; scanId: string },
  other: { orderedAt: Date | null; scanId: string | undefined },
): boolean {
  if (other.orderedAt === null || other.scanId === undefined) return true;
  const aheadMs = scan.orderedAt.getTime() - other.orderedAt.getTime();
  return aheadMs > 0 || (aheadMs === 0 && scan.scanId > other.scanId);
}
