import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Ends a run with one plain line of counts, and under CI fails a run that skipped a test: there, every tool is there. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = inState(tests, "skipped");
    console.log(
      `\n${inState(tests, "passed").length} passed, ${inState(tests, "failed").length} failed, ${skipped.length} skipped`,
    );
    if (!process.env["CI"] || skipped.length === 0) return;
    console.error(`Under CI no test may be skipped:\n${skipped.map((test) => `  ${test.fullName}`).join("\n")}`);
    process.exitCode = 1;
  }
}

const inState = (tests: TestCase[], state: "passed" | "failed" | "skipped") =>
  tests.filter((test) => test.result().state === state);
