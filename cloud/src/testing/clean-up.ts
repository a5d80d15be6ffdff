import { afterAll, onTestFinished, TestRunner } from "vitest";

/** What the file that runs has opened outside of its tests; null in a run whose configuration lacks the setup file. */
let opened: (() => Promise<unknown>)[] | null = null;

/** Does `work` after the running test, or outside of a test after the last one of the file; the newest first. */
export function cleanUpLater(work: () => Promise<unknown>): void {
  if (TestRunner.getCurrentTest()) return onTestFinished(async () => void (await work()));
  if (!opened)
    throw new Error("Nothing would clean up: add clean-up-setup.ts to setupFiles of this vitest configuration.");
  opened.push(work);
}

/** Called for each file before its hooks: Vitest ignores an `afterAll` that is called within a `beforeAll`. */
export function cleanUpAfterFile(): void {
  const mine: NonNullable<typeof opened> = (opened = []);
  afterAll(async () => {
    const errors: unknown[] = [];
    for (const work of mine.toReversed()) await work().catch((error: unknown) => errors.push(error));
    if (errors.length > 0)
      throw new AggregateError(errors, `could not be cleaned up: ${errors.map(String).join("; ")}`);
  });
}
