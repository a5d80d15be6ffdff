// Runs in a separate thread: `main.ts` is busy with the boxes, which would count as the cloud's time.
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { People, Reads } from "./reads.ts";

/** The requests of the console's pages, by path. */
const ROUTES = [
  "containers?limit=50",
  "containers?status=SCANNED&limit=50",
  "escalations?status=OPEN",
  "cameras?limit=50",
  "manifests?limit=50",
  "admin/edge-devices?limit=50",
];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- reads.ts starts this thread with it
const { urls, token, people } = workerData as People;
const reads: Reads = { latenciesMs: [], failures: new Map() };
const end = new AbortController();
parentPort?.once("message", () => end.abort());
await Promise.all(Array.from({ length: people }, (_, index) => readOn(index)));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(reads);

/** One person, with a request about every second. */
async function readOn(index: number): Promise<void> {
  for (let turn = index; !end.signal.aborted; turn += 1) {
    await delay(500 + Math.random() * 1_000);
    const startedMs = performance.now();
    const status = await readOnce(`${urls[turn % urls.length]}/v1/${ROUTES[turn % ROUTES.length]}`);
    reads.latenciesMs.push(performance.now() - startedMs);
    if (status !== 200) reads.failures.set(status, (reads.failures.get(status) ?? 0) + 1);
  }
}

async function readOnce(url: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(30_000);
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
    await reply.arrayBuffer();
    return reply.status;
  } catch {
    return 0;
  }
}
