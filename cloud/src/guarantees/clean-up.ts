import { afterAll, onTestFinished, TestRunner } from "vitest";

/** Has something done when the running test is over, or, outside of one, when the file's last test is. Newest first. */
export function cleanUpLater(work: () => Promise<unknown>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await work()));
  else afterAll(async () => void (await work()));
}
