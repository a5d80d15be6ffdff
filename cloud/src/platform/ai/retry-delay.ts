import { backoff } from "@container-inspection/shared-schemas/backoff";

const BOUNDS_MS = { min: 500, max: 30_000 };
/** Minimum delay in ms, so that a service that hangs up at once is not called without a pause. */
const LEAST_MS = 50;

/**
 * Returns the delay before the next attempt to connect, in milliseconds: any time up to 0.5 s, 1 s, 2 s … 30 s, so
 * that many processes do not reconnect at the same time. `failures` counts those in a row, from 1; `random` is 0 to
 * 1.
 */
export function retryDelayMs(failures: number, random: number): number {
  return LEAST_MS + backoff(failures, BOUNDS_MS, () => random);
}
