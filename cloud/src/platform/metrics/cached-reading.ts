import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../clock.ts";

/** Time in ms for which one reading answers every scrape. */
const CACHE_MS = 10_000;
/**
 * A scrape waits no longer for it: Prometheus gives up after ten seconds, and everything else would be lost with it.
 */
const TIMEOUT_MS = 2_000;

/**
 * Makes an expensive reading cheap to scrape: it is made at most every ten seconds, one at a time, and undefined while
 * it fails or takes longer than `timeoutMs`. Never rejects.
 */
export function cacheReading<Reading>(
  read: () => Promise<Reading>,
  nowMs: Clock,
  timeoutMs = TIMEOUT_MS,
): () => Promise<Reading | undefined> {
  let latest: { reading: Reading | undefined; untilMs: number } | undefined;
  let running: Promise<Reading | undefined> | undefined;
  const readOnce = async () => {
    const reading = await read().catch(() => undefined);
    latest = { reading, untilMs: nowMs() + CACHE_MS };
    running = undefined;
    return reading;
  };
  return async () => {
    if (latest && nowMs() < latest.untilMs) return latest.reading;
    running ??= readOnce();
    return Promise.race([running, delay(timeoutMs, undefined, { ref: false })]);
  };
}
