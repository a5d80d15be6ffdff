import { setTimeout as delay } from "node:timers/promises";
import { resolveLimits } from "../../edge-agent/src/forwarding/limits.ts";
import { backoffMs, deadlineMs, judgeTry, retryAfterMs } from "../../edge-agent/src/forwarding/retry-policy.ts";

/** A record in the outbox of a box: where it goes, and its body. */
export type LoadRecord = { key: string; route: string; body: () => string };

/** What came of all tries, by status; 0 stands for no answer. */
export type Tries = Map<number, number>;

const limits = resolveLimits();

/**
 * Delivers the records of one box in order, as the edge agent does: four at a time, with its time limits, its waits after
 * a failure and its judgement of an answer; `beginMs` is how long the box waits before its first try. Resolves with the
 * number of parked records when all are delivered or parked.
 */
export async function deliver(
  box: { apiKey: string; records: LoadRecord[]; beginMs: number },
  cloud: { url: string; tries: Tries; random: () => number },
): Promise<{ parked: number }> {
  await delay(box.beginMs);
  const queue = [...box.records];
  let failures = 0;
  let parked = 0;
  let pausedUntil = 0;
  const worker = async () => {
    for (let record = queue.shift(); record; record = queue.shift()) {
      for (let waitMs = pausedUntil - performance.now(); waitMs > 0; waitMs = pausedUntil - performance.now())
        await delay(waitMs);
      const outcome = await tryOnce(record, box.apiKey, cloud);
      const { action } = judgeTry(outcome.result);
      if (action === "park") parked += 1;
      if (action === "delete" || action === "park") failures = 0;
      else {
        failures += 1;
        queue.unshift(record);
        const waitMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs(failures, limits, cloud.random));
        pausedUntil = Math.max(pausedUntil, performance.now() + waitMs);
      }
    }
  };
  await Promise.all(Array.from({ length: limits.concurrency }, worker));
  return { parked };
}

async function tryOnce(
  { key, route, body }: LoadRecord,
  apiKey: string,
  { url, tries }: { url: string; tries: Tries },
): Promise<{ result: Parameters<typeof judgeTry>[0]; retryAfterMs: number | null }> {
  const text = body();
  const signal = AbortSignal.timeout(Math.ceil(deadlineMs(text.length, limits)));
  try {
    const reply = await fetch(`${url}${route}`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "idempotency-key": key, "content-type": "application/json" },
      body: text,
      signal,
    });
    const answer = await reply.text();
    tries.set(reply.status, (tries.get(reply.status) ?? 0) + 1);
    const wait = retryAfterMs(reply.headers.get("retry-after") ?? undefined, undefined, limits.retryAfterMaxMs);
    const result = reply.ok
      ? ({ type: "acknowledged" } as const)
      : ({ type: "answer", status: reply.status, hasEnvelope: answer.startsWith("{") } as const);
    return { result, retryAfterMs: wait };
  } catch {
    tries.set(0, (tries.get(0) ?? 0) + 1);
    return { result: { type: "no-answer", reached: false }, retryAfterMs: null };
  }
}
