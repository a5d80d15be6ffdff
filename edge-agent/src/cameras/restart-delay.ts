import { backoff } from "@container-inspection/shared-schemas/backoff";

/**
 * Returns the wait before the restart that follows the n-th failure in a row (n from 1): uniform between `minMs` and
 * an upper bound that doubles with each failure from 2 × `minMs` up to `maxMs` (exponential backoff with full jitter).
 */
export function restartDelayMs(
  failures: number,
  { minMs, maxMs, random }: { minMs: number; maxMs: number; random: () => number },
): number {
  const upperMs = backoff(failures + 1, { min: minMs, max: maxMs });
  return minMs + random() * Math.max(0, upperMs - minMs);
}
