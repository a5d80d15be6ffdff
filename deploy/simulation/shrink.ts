import type { Schedule } from "./schedule.ts";

/**
 * Returns the smallest schedule found that still fails: removes captures, weather, crashes and the rest one at a time,
 * as long as the remainder fails.
 */
export async function shrink(schedule: Schedule, fails: (schedule: Schedule) => Promise<boolean>): Promise<Schedule> {
  let smallest = schedule;
  for (let changed = true; changed;) {
    changed = false;
    for (const smaller of smallerOnes(smallest)) {
      if (!(await fails(smaller))) continue;
      smallest = smaller;
      changed = true;
      break;
    }
  }
  return smallest;
}

function* smallerOnes(schedule: Schedule): Generator<Schedule> {
  for (const name of ["captures", "weather", "crashes", "clockJumps"] as const) {
    for (const index of schedule[name].keys()) yield { ...schedule, [name]: schedule[name].toSpliced(index, 1) };
  }
  if (schedule.keyChange !== null) yield { ...schedule, keyChange: null };
  if (schedule.upgradeAtMs !== null) yield { ...schedule, upgradeAtMs: null };
  if (schedule.hasSecondAddress) yield { ...schedule, hasSecondAddress: false };
}
