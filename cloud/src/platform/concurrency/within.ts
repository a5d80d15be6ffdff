import { setTimeout as delay } from "node:timers/promises";

/**
 * The result of `work`; rejects if it takes longer than `limitMs`. Late work continues, and its failure is ignored.
 */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = delay(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${limitMs} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    work.catch(() => {});
    timer.abort();
  }
}
