import { afterAll, onTestFinished, TestRunner } from "vitest";

/** Does `work` after the running test, or outside of a test after the last one of the file; the newest first. */
export function cleanUpLater(work: () => Promise<unknown>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await work()));
  else afterAll(async () => void (await work()));
}
