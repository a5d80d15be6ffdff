import { setTimeout as delay } from "node:timers/promises";
import { backoff } from "@container-inspection/shared-schemas/backoff";
import { resolveLimits } from "../../edge-agent/src/forwarding/link/limits.ts";
import { deadlineMs, judgeTry, retryAfterMs } from "../../edge-agent/src/forwarding/link/retry-policy.ts";

/** A record in the outbox of a box: where it goes, and its body. */
export type LoadRecord = { key: string; route: string; body: () => string };

/** Number of tries by status; 0 means no answer. */
export type Tries = Map<number, number>;

const limits = resolveLimits();
const waits = { min: limits.retryMinMs, max: limits.retryMaxMs };

/**
 * Delivers the records of one box in order, as the edge agent does: four at a time, one while it waits after a failure,
 * with its time limits, its waits and its judgement of an answer; `beginMs` is how long the box waits before its first
 * try. Resolves with the number of parked records when all are delivered or parked.
 */
export async function deliver(
  box: { apiKey: string; records: LoadRecord[]; beginMs: number },
  cloud: { url: string; tries: Tries; random: () => number },
): Promise<{ parked: number }> {
  await delay(box.beginMs);
  let waiting = box.records;
  let failures = 0;
  let parked = 0;
  while (waiting.length > 0) {
    const sent = waiting.slice(0, failures > 0 ? 1 : limits.concurrency);
    const outcomes = await Promise.all(sent.map((record) => tryOnce(record, box.apiKey, cloud)));
    const actions = outcomes.map(({ result }) => judgeTry(result).action);
    parked += actions.filter((action) => action === "park").length;
    const failed = sent.filter((_, index) => actions[index] !== "delete" && actions[index] !== "park");
    waiting = [...failed, ...waiting.slice(sent.length)];
    failures = failed.length > 0 ? failures + 1 : 0;
    const asked = Math.max(0, ...outcomes.map(({ retryAfterMs: askedMs }) => askedMs ?? 0));
    if (failures > 0) await delay(Math.max(asked, backoff(failures, waits, cloud.random)));
  }
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
