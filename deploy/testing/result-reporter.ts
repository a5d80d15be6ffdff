import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite } from "vitest/node";
import type { TestResults } from "./test-results.ts";

/** Ends a run with one plain line of counts, and writes them to the file that `TEST_RESULTS_FILE` names. */
export class ResultReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>, reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [...module.children.allSuites()]);
    const results: TestResults = {
      passed: inState(tests, "passed").length,
      failed: inState(tests, "failed").length,
      // The tests of a skipped suite that is set up asynchronously are never collected: then the suite stands for them.
      skipped: [...inState(tests, "skipped"), ...suites.filter(isSkipped)].map(({ fullName }) => fullName),
      errors: unhandled.length + [...modules, ...suites].flatMap((part) => part.errors()).length,
      completed: reason !== "interrupted",
    };
    console.log(`\n${results.passed} passed, ${results.failed} failed, ${results.skipped.length} skipped`);
    const file = process.env["TEST_RESULTS_FILE"];
    if (file) writeFileSync(file, JSON.stringify(results));
  }
}

const isSkipped = (suite: TestSuite) => suite.state() === "skipped" && suite.children.size === 0;

const inState = (tests: TestCase[], state: "passed" | "failed" | "skipped") =>
  tests.filter((test) => test.result().state === state);
