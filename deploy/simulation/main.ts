// `node deploy/simulation/main.ts [--seed N] [--count N] [--minutes M] [--workers N]`: runs schedules of the delivery
// from a seed on, on all cores, and prints the rate; without a seed, each day has ten million seeds of its own. With one
// that fails: its seed and its shrunk schedule, and ends with 1. `--seed N --count 1` runs that one again.
import { availableParallelism } from "node:os";
import { readOptions } from "../read-options.ts";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { type Search, search } from "./search.ts";

type Slice = { firstSeed: number; count: number };

/** Schedules that a worker takes at a time. */
const SLICE = 5_000;
const SEEDS_PER_DAY = 10_000_000;
const DAY_MS = 86_400_000;

if (isMainThread) await lead();
else await work();

async function lead(): Promise<void> {
  const options = {
    seed: { type: "string" },
    count: { type: "string" },
    minutes: { type: "string" },
    workers: { type: "string" },
  } as const;
  const { values } = readOptions({ options });
  const firstSeed = Number(values.seed ?? 1 + Math.floor(Date.now() / DAY_MS) * SEEDS_PER_DAY);
  const count = Number(values.count ?? SEEDS_PER_DAY);
  const workers = Number(values.workers ?? availableParallelism());
  const startedMs = performance.now();
  const endMs = startedMs + Number(values.minutes ?? 55) * 60_000;
  let next = firstSeed;
  const total: Search = { schedules: 0, captured: 0, parked: 0, failure: null };
  const report = () => {
    const seconds = (performance.now() - startedMs) / 1_000;
    const rate = Math.round(total.schedules / seconds);
    console.log(
      `${total.schedules} schedules in ${seconds.toFixed(0)} s (${rate}/s): captured ${total.captured} = delivered ${total.captured - total.parked} + parked ${total.parked}, duplicates 0, lost 0`,
    );
  };
  const takeSlice = (): Slice | null => {
    const left = firstSeed + count - next;
    if (left <= 0 || performance.now() > endMs || total.failure !== null) return null;
    const slice = { firstSeed: next, count: Math.min(SLICE, left) };
    next += slice.count;
    return slice;
  };
  console.log(`from seed ${firstSeed}, ${workers} workers`);
  const reporting = setInterval(report, 60_000);
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = new Worker(new URL(import.meta.url), { workerData: null });
      for (let slice = takeSlice(); slice !== null; slice = takeSlice()) {
        const done = await ask(worker, slice);
        total.schedules += done.schedules;
        total.captured += done.captured;
        total.parked += done.parked;
        total.failure ??= done.failure;
      }
      await worker.terminate();
    }),
  );
  clearInterval(reporting);
  if (total.failure === null) return report();
  const { seed, broken, smallest } = total.failure;
  console.log(`seed ${seed} breaks the promise: ${broken}\n${JSON.stringify(smallest, null, 2)}`);
  console.log(`run it again: node deploy/simulation/main.ts --seed ${seed} --count 1`);
  process.exitCode = 1;
}

function ask(worker: Worker, slice: Slice): Promise<Search> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.postMessage(slice, []);
  });
}

async function work(): Promise<void> {
  parentPort?.on("message", async (slice: Slice) => parentPort?.postMessage(await search(slice), []));
}
