import { setTimeout as delay } from "node:timers/promises";

/** What people's reads took, and how those that failed were answered. */
export type Reads = { latenciesMs: number[]; failures: Map<number, number> };

/** The requests of the console's pages, by path. */
const ROUTES = [
  "containers?limit=50",
  "containers?status=SCANNED&limit=50",
  "escalations?status=OPEN",
  "cameras?limit=50",
  "manifests?limit=50",
  "admin/edge-devices?limit=50",
];

/**
 * Lets this many people read until `signal` aborts, each with a request about every second; resolves with what their
 * reads took, from the request to the last byte.
 */
export async function readAsPeople(
  cloud: { urls: string[]; token: string; random: () => number },
  people: number,
  signal: AbortSignal,
): Promise<Reads> {
  const reads: Reads = { latenciesMs: [], failures: new Map() };
  const read = async (index: number) => {
    for (let turn = index; !signal.aborted; turn += 1) {
      await delay(500 + cloud.random() * 1_000);
      const startedMs = performance.now();
      const status = await readOnce(
        `${cloud.urls[turn % cloud.urls.length]}/v1/${ROUTES[turn % ROUTES.length]}`,
        cloud,
      );
      reads.latenciesMs.push(performance.now() - startedMs);
      if (status !== 200) reads.failures.set(status, (reads.failures.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, index) => read(index)));
  return reads;
}

async function readOnce(url: string, { token }: { token: string }): Promise<number> {
  try {
    const reply = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    });
    await reply.arrayBuffer();
    return reply.status;
  } catch {
    return 0;
  }
}

/** The value that this part of the numbers does not exceed, such as 0.99. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
