import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { fewOrMany } from "../testing/few-or-many.ts";
import { keptSchedules } from "./kept-schedules.ts";
import { mutants } from "./mutants.ts";
import { runSchedule } from "./run-schedule.ts";
import { makeSchedule } from "./schedule.ts";
import { search } from "./search.ts";

/** A bug that needs more schedules than this is not one of the five. */
const SCHEDULES_FOR_A_MUTANT = 2_000;

describe("the delivery on a virtual clock", () => {
  test("records all that was captured once, or parks it with a reason, in every schedule", async () => {
    const { failure, schedules, captured } = await search({ firstSeed: 1, count: fewOrMany(500, 20_000) });
    expect(failure).toBeNull();
    expect(captured).toBeGreaterThan(schedules);
  });

  test.each(keptSchedules)("$about", async ({ schedule }) => {
    expect(await runSchedule(schedule)).toMatchObject({ broken: null });
  });

  test("takes the same course for the same seed", async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const first = await runSchedule(makeSchedule(seed));
      expect(await runSchedule(makeSchedule(seed))).toEqual(first);
    }
  });

  test("keeps nothing of a schedule that has ended, so that a run may be of millions", async () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const usedAfter = async (firstSeed: number) => {
      await search({ firstSeed, count: 100 });
      collect();
      return process.memoryUsage().heapUsed;
    };
    await usedAfter(1);
    const before = await usedAfter(101);
    expect((await usedAfter(201)) - before).toBeLessThan(100 * 10_000);
  });

  test.each(Object.entries(mutants))("finds the mutant: %s", async (_name, makeSeam) => {
    const { failure } = await search({ firstSeed: 1, count: SCHEDULES_FOR_A_MUTANT, makeSeam });
    expect(failure?.broken).toBeTruthy();
    expect(failure?.smallest.captures.length).toBeLessThanOrEqual(2);
  });
});
