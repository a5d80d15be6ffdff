import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite } from "vitest/node";
import { describeLacks, type SkippedTest, type TestResults } from "./test-results.ts";

/** Ends a run with one plain line of counts, and writes them to the file that `TEST_RESULTS_FILE` names. */
export class ResultReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>, reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [...module.children.allSuites()]);
    const results: TestResults = {
      passed: inState(tests, "passed").length,
      failed: inState(tests, "failed").length,
      // The tests of a skipped suite with asynchronous set-up are never collected: the suite is listed instead of
      // them.
      skipped: [...inState(tests, "skipped"), ...suites.filter(isSkipped)].map(describeSkipped),
      errors: unhandled.length + [...modules, ...suites].flatMap((part) => part.errors()).length,
      completed: reason !== "interrupted",
    };
    console.log(["", ...describeLacks(results.skipped)].join("\n"));
    console.log(`\n${results.passed} passed, ${results.failed} failed, ${results.skipped.length} skipped`);
    const file = process.env["TEST_RESULTS_FILE"];
    if (file) writeFileSync(file, JSON.stringify(results));
  }
}

function describeSkipped(part: TestCase | TestSuite): SkippedTest {
  const name = `${part.module.relativeModuleId} > ${part.fullName}`;
  const lacks: string[] = [];
  for (let at: TestCase | TestSuite | TestModule = part; at.type !== "module"; at = at.parent)
    lacks.push(...(at.meta().lacks ?? []));
  return { name, lacks: [...new Set(lacks)] };
}

const isSkipped = (suite: TestSuite) => suite.state() === "skipped" && suite.children.size === 0;

const inState = (tests: TestCase[], state: "passed" | "failed" | "skipped") =>
  tests.filter((test) => test.result().state === state);
