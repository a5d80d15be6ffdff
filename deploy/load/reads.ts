import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Latencies of people's reads, from the request to the last byte, and failures by status; 0 means no answer. */
export type Reads = { latenciesMs: number[]; failures: Map<number, number> };

/** Readers: their number, addresses and token. */
export type People = { urls: string[]; token: string; people: number };

/** Lets people read while `work` is done; resolves with what their reads took. */
export async function readDuring(people: People, work: Promise<unknown>): Promise<Reads> {
  const thread = new Worker(new URL("./people.ts", import.meta.url), { workerData: people });
  const result = once(thread, "message");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  await work.finally(() => thread.postMessage("end"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- people.ts sends it
  const [reads] = (await result) as [Reads];
  return reads;
}

/** The value that this part of the numbers does not exceed, such as 0.99. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** One line: how many reads, how long they took, and what failed. */
export function describeReads(name: string, { latenciesMs, failures }: Reads): string {
  const [half, most, all] = [0.5, 0.99, 1].map((part) => percentile(latenciesMs, part).toFixed(0));
  const failed =
    [...failures].map(([status, count]) => `${count} x ${status || "no answer"}`).join(", ") || "none failed";
  return `people's reads ${name}: ${latenciesMs.length}, p50 ${half} ms, p99 ${most} ms, longest ${all} ms; ${failed}`;
}
