/** Bounds of sending and waiting. */
export type ForwarderLimits = {
  /** Records that are sent at the same time. Default 4. */
  concurrency: number;
  /** Upper bound of the first wait after a failure, and of any. Defaults 1 s and 5 min. */
  retryMinMs: number;
  retryMaxMs: number;
  /** Events of one camera that come within this time are sent together. Default 5 s. */
  eventsEveryMs: number;
  /** Longest `Retry-After` that is obeyed. Default 15 min. */
  retryAfterMaxMs: number;
  /** Total time of one try: a base, and the time the body needs on the slowest link. Defaults 60 s and 800 kbit/s. */
  deadlineBaseMs: number;
  slowestBitsPerSecond: number;
  connectTimeoutMs: number;
  /** Maximum data rate of all bodies together. Default UNLIMITED. */
  maxBytesPerSecond: number;
  /** Tries that fail with a 500, 404 or 405 while others pass, before a record is parked. Default 8. */
  lonelyFailuresMax: number;
  /** Tries that a proxy refuses with 413 while others pass, before a record is parked. Default 3. */
  tooLargeFailuresMax: number;
  /** Time in ms that `stop` waits for the tries under way before it cuts them. Default 5 s. */
  stopGraceMs: number;
  /** Interval in ms at which an idle forwarder looks for records that another process released. Default 60 s. */
  idleCheckMs: number;
};

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
