import { describe, expect, test } from "vitest";
import { describeLacks, judgeRun, type TestResults } from "./test-results.ts";

const good: TestResults = { passed: 2, failed: 0, skipped: [], errors: 0, completed: true };
const judge = (results: TestResults | undefined, { exitCode = 0, mayNotSkip = false } = {}) =>
  judgeRun({ results, exitCode, mayNotSkip });

describe("a test run", () => {
  test("passes when every test passed, also with skipped ones outside of CI", () => {
    expect(judge(good)).toEqual([]);
    expect(judge({ ...good, skipped: [{ name: "needs a browser", lacks: [] }] })).toEqual([]);
  });

  test.each([
    ["a test failed", { ...good, failed: 1 }, /^1 failed/],
    ["a file could not be imported", { ...good, errors: 1 }, /^1 errors outside of tests/],
    ["no test was run", { ...good, passed: 0 }, /^No test was run/],
    ["it was interrupted", { ...good, completed: false }, /interrupted/],
    ["its process ended before it could write its results", undefined, /without a result file/],
  ])("fails when %s, though it ended with 0", (_case, results, reason) => {
    expect(judge(results)).toEqual([expect.stringMatching(reason)]);
  });

  test("fails under CI when a test was skipped, and names it", () => {
    expect(judge({ ...good, skipped: [{ name: "needs a browser", lacks: [] }] }, { mayNotSkip: true })).toEqual([
      expect.stringContaining("needs a browser"),
    ]);
  });

  test("fails when vitest ended with another code, regardless of its results", () => {
    expect(judge(good, { exitCode: 1 })).toEqual(["vitest ended with 1."]);
  });
});

test("the end of a run states what to install, and how many tests were skipped without it", () => {
  const [browser, compiler] = [
    "chromium is missing (apt-get install chromium)",
    "gcc is missing (apt-get install gcc)",
  ];
  const skipped = [[browser], [browser, compiler], [browser]].map((lacks, at) => ({ name: String(at), lacks }));
  expect(describeLacks(skipped)).toEqual([`1 skipped: ${compiler}`, `3 skipped: ${browser}`].toSorted());
});
