import type { ForwarderLimits } from "./forwarder.ts";

/** No limit of the line. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

const DEFAULT_LIMITS: ForwarderLimits = {
  concurrency: 4,
  retryMinMs: 1_000,
  retryMaxMs: 5 * 60_000,
  eventsEveryMs: 5_000,
  retryAfterMaxMs: 15 * 60_000,
  deadlineBaseMs: 60_000,
  slowestBitsPerSecond: 800_000,
  connectTimeoutMs: 10_000,
  maxBytesPerSecond: UNLIMITED,
  lonelyFailuresMax: 8,
  tooLargeFailuresMax: 3,
  stopGraceMs: 5_000,
  idleCheckMs: 60_000,
};

/** The limits given over the defaults; throws RangeError on one that is not a positive number. */
export function resolveLimits(given: Partial<ForwarderLimits> = {}): ForwarderLimits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (Number.isFinite(value) && value > 0) continue;
    throw new RangeError(`The forwarding limit ${name} is ${value}: it must be a number greater than 0.`);
  }
  return limits;
}
