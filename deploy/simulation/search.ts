import { runSchedule } from "./run-schedule.ts";
import { addFaults, type FaultCounts, faultsOf, makeSchedule, type Schedule } from "./schedule.ts";
import { shrink } from "./shrink.ts";
import type { Seam } from "./simulated-site.ts";

/** A seed whose schedule breaks a promise, and that schedule reduced to the parts that matter. */
type Failure = { seed: number; broken: string; smallest: Schedule };
export type Search = {
  schedules: number;
  captured: number;
  parked: number;
  faults: FaultCounts;
  failure: Failure | null;
};

/** Runs schedules from a seed on until one fails, `count` are done or `isOver`. `makeSeam` is called for each. */
export async function search(parts: {
  firstSeed: number;
  count: number;
  makeSeam?: (() => Seam) | undefined;
  isOver?: (() => boolean) | undefined;
}): Promise<Search> {
  const { firstSeed, count, makeSeam = () => ({}), isOver = () => false } = parts;
  const done: Search = { schedules: 0, captured: 0, parked: 0, faults: {}, failure: null };
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const schedule = makeSchedule(seed);
    const { broken, captured, parked } = await runSchedule(schedule, makeSeam());
    done.schedules += 1;
    done.captured += captured;
    done.parked += parked;
    addFaults(done.faults, faultsOf(schedule));
    if (broken !== null) return { ...done, failure: await explain(schedule, makeSeam) };
    if (done.schedules % 50 !== 0) continue;
    // The event loop is needed for signals, messages and timers of the process.
    await new Promise((resolve) => void setImmediate(resolve));
    if (isOver()) return done;
  }
  return done;
}

async function explain(schedule: Schedule, makeSeam: () => Seam): Promise<Failure> {
  const run = (each: Schedule) => runSchedule(each, makeSeam());
  const smallest = await shrink(schedule, async (each) => (await run(each)).broken !== null);
  return { seed: schedule.seed, broken: (await run(smallest)).broken ?? "", smallest };
}
