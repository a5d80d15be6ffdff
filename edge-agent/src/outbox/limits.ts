import { DRAIN_BYTES } from "./ballast.ts";
import type { OutboxLimits } from "./outbox.ts";

export const DEFAULT_LIMITS: OutboxLimits = {
  maxBytes: 8 * 1024 ** 3,
  ballastBytes: 64 * 1024 ** 2,
  deliveredHistory: 1_000,
  busyTimeoutMs: 5_000,
};

const MIN_MAX_BYTES = 1024 ** 2;

/** The limits given over the defaults; throws RangeError on one that is out of bounds. */
export function resolveLimits(given: Partial<OutboxLimits> = {}): OutboxLimits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (name === "ballastBytes" && value === 0) continue;
    const min = name === "maxBytes" ? MIN_MAX_BYTES : name === "ballastBytes" ? DRAIN_BYTES : 0;
    if (Number.isSafeInteger(value) && value >= min) continue;
    throw new RangeError(`The outbox limit ${name} is ${value}: it must be a whole number of at least ${min}.`);
  }
  return limits;
}
