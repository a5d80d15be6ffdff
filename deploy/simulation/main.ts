// `node deploy/simulation/main.ts [--seed N] [--count N] [--minutes M] [--workers N]`: runs schedules of the delivery
// from a seed on, on all cores, and prints its progress each minute; at the end prints the seeds, the rate and the
// faults and, if the minutes were too few, how to continue. Without a seed, each day has its own ten million seeds. On
// a failure, prints the seed and its shrunk schedule, and exits with 1. `--seed N --count 1` runs that one again.
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { readOptions } from "../read-options.ts";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { addFaults } from "./schedule.ts";
import { type Search, search } from "./search.ts";

type Slice = { firstSeed: number; count: number };
type Task = Slice & { workers: number; minutes: number };

/** Schedules that a worker takes at a time. */
const SLICE = 5_000;
/** Number of slices after which a worker is replaced: Node.js frees some of a worker's memory only at its end. */
const SLICES_PER_WORKER = 10;
/** Time limit of a slice in ms: a hundred times what slices need. */
const SLICE_MS = 600_000;
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
  const task = {
    firstSeed: Number(values.seed ?? 1 + Math.floor(Date.now() / DAY_MS) * SEEDS_PER_DAY),
    count: Number(values.count ?? SEEDS_PER_DAY),
    workers: Number(values.workers ?? availableParallelism()),
    minutes: Number(values.minutes ?? 55),
  };
  console.log(`from seed ${task.firstSeed}, ${task.count} schedules, ${task.workers} workers`);
  const total: Search = { schedules: 0, captured: 0, parked: 0, faults: {}, failure: null };
  const startedMs = performance.now();
  const secondsGone = () => (performance.now() - startedMs) / 1_000;
  const reporting = setInterval(() => console.log(describe(task, total, secondsGone())), 60_000);
  await searchAll(task, total, () => secondsGone() > task.minutes * 60);
  clearInterval(reporting);
  if (total.failure === null) return summarise(task, total, secondsGone());
  const { seed, broken, smallest } = total.failure;
  console.log(`seed ${seed} breaks the promise: ${broken}\n${JSON.stringify(smallest, null, 2)}`);
  console.log(`run it again: node deploy/simulation/main.ts --seed ${seed} --count 1`);
  process.exitCode = 1;
}

/** Each worker takes one slice after another, in the order of the seeds, until a schedule fails or time is over. */
async function searchAll(task: Task, total: Search, isLate: () => boolean): Promise<void> {
  const endSeed = task.firstSeed + task.count;
  let next = task.firstSeed;
  const takeSlice = (): Slice | null => {
    if (next >= endSeed || isLate() || total.failure !== null) return null;
    const slice = { firstSeed: next, count: Math.min(SLICE, endSeed - next) };
    next += slice.count;
    return slice;
  };
  await Promise.all(
    Array.from({ length: task.workers }, async () => {
      let worker = startWorker();
      let slices = 0;
      for (let slice = takeSlice(); slice !== null; slice = takeSlice()) {
        if ((slices += 1) % SLICES_PER_WORKER === 0) {
          await worker.terminate();
          worker = startWorker();
        }
        const done = await ask(worker, slice);
        total.schedules += done.schedules;
        total.captured += done.captured;
        total.parked += done.parked;
        addFaults(total.faults, done.faults);
        total.failure ??= done.failure;
      }
      await worker.terminate();
    }),
  );
}

function describe({ count }: Task, { schedules, captured, parked }: Search, seconds: number): string {
  const share = ((100 * schedules) / count).toFixed(1);
  const rate = Math.round(schedules / seconds);
  return `${schedules} schedules (${share} %) in ${seconds.toFixed(0)} s (${rate}/s): captured ${captured} = delivered ${captured - parked} + parked ${parked}, duplicates 0, lost 0`;
}

function summarise(task: Task, total: Search, seconds: number): void {
  const { user, system } = process.cpuUsage();
  const perSecond = Math.round(total.schedules / ((user + system) / 1e6));
  const nextSeed = task.firstSeed + total.schedules;
  const faults = Object.entries(total.faults).toSorted(([a], [b]) => (a < b ? -1 : 1));
  console.log(describe(task, total, seconds));
  console.log(`seeds ${task.firstSeed} to ${nextSeed - 1}: ${perSecond} schedules per second of processor time`);
  console.log(`faults: ${faults.map(([name, times]) => `${name} ${times}`).join(", ")}`);
  const left = task.count - total.schedules;
  if (left > 0) console.log(`go on: node deploy/simulation/main.ts --seed ${nextSeed} --count ${left}`);
}

function startWorker(): Worker {
  return new Worker(new URL(import.meta.url), { workerData: null });
}

async function ask(worker: Worker, slice: Slice): Promise<Search> {
  const answer = once(worker, "message", { signal: AbortSignal.timeout(SLICE_MS) });
  worker.postMessage(slice, []);
  try {
    const [done] = await answer;
    return done;
  } catch (error) {
    const { firstSeed, count } = slice;
    throw new Error(`seeds ${firstSeed} to ${firstSeed + count - 1} did not end`, { cause: error });
  }
}

async function work(): Promise<void> {
  parentPort?.on("message", async (slice: Slice) => parentPort?.postMessage(await search(slice), []));
}
