import { afterAll, onTestFinished, type RunnerTask, TestRunner } from "vitest";

/** The outcome of the test or file that has ended. */
type Outcome = { hasFailed: boolean };
type Work = (outcome: Outcome) => Promise<unknown>;

/**
 * Work that closes the resources that the running file has opened outside of its tests; null in a run whose
 * configuration lacks the setup file.
 */
let opened: Work[] | null = null;

/** Does `work` after the running test, or outside of a test after the last one of the file; the newest first. */
export function cleanUpLater(work: Work): void {
  if (TestRunner.getCurrentTest())
    return onTestFinished(async ({ task }) => void (await work({ hasFailed: hasFailed(task) })));
  if (!opened)
    throw new Error("Nothing would clean up: add clean-up-setup.ts to setupFiles of this vitest configuration.");
  opened.push(work);
}

/** Called for each file before its hooks: Vitest ignores an `afterAll` that is called within a `beforeAll`. */
export function cleanUpAfterFile(): void {
  const mine: NonNullable<typeof opened> = (opened = []);
  // oxlint-disable-next-line no-empty-pattern -- Vitest wants the context destructured
  afterAll(async ({}, file) => {
    const errors: unknown[] = [];
    const outcome = { hasFailed: hasFailed(file) };
    for (const work of mine.toReversed()) await work(outcome).catch((error: unknown) => errors.push(error));
    if (errors.length > 0)
      throw new AggregateError(errors, `could not be cleaned up: ${errors.map(String).join("; ")}`);
  });
}

const hasFailed = (task: Readonly<RunnerTask>): boolean =>
  task.result?.state === "fail" || ("tasks" in task && task.tasks.some(hasFailed));
