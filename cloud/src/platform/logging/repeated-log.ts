import type { Logger } from "./logger.ts";

/** Writes a line unless one of its kind was written a moment ago; those left out are counted. */
export type RepeatedLog = (kind: string, write: () => void) => void;

const INTERVAL_MS = 10_000;
/** Bounds the memory, should a kind be made of something that differs each time: lines beyond are all written. */
const MAX_KINDS = 100;

/**
 * Keeps an outage from flooding the log. The first line of a kind is written at once; when `intervalMs` have passed,
 * one line reports how many more there were, and the next one is written again.
 */
export function createRepeatedLog(logger: Logger, intervalMs = INTERVAL_MS): RepeatedLog {
  const leftOut = new Map<string, number>();
  const close = (kind: string) => {
    const times = leftOut.get(kind) ?? 0;
    leftOut.delete(kind);
    if (times > 0) logger.warn({ kind, times, seconds: intervalMs / 1000 }, "the same error occurred again");
  };
  return (kind, write) => {
    const times = leftOut.get(kind);
    if (times !== undefined) return void leftOut.set(kind, times + 1);
    write();
    if (leftOut.size >= MAX_KINDS) return undefined;
    leftOut.set(kind, 0);
    setTimeout(close, intervalMs, kind).unref();
    return undefined;
  };
}
