import { expect, test } from "vitest";
import type { TestResults } from "../../testing/test-results.ts";
import { judgeBareRun, readExpected } from "./expected.ts";

const [chromium, gcc] = ["chromium is missing (apt-get install chromium)", "gcc is missing (apt-get install gcc)"];
const expected = { passed: 10, skipped: { "a page": [chromium], "a power cut": [gcc] } };
const results: TestResults = {
  passed: 12,
  failed: 0,
  skipped: [
    { name: "a page", lacks: [chromium] },
    { name: "a power cut", lacks: [gcc] },
  ],
  errors: 0,
  completed: true,
};

test("accepts a run on a bare machine that skips only the listed tests, even if more tests passed", () => {
  expect(judgeBareRun(results, expected)).toEqual([]);
});

test("a further test that is skipped, a listed one that is not, and fewer tests that pass are named", () => {
  const other = {
    ...results,
    passed: 9,
    skipped: [
      { name: "a page", lacks: [chromium] },
      { name: "new", lacks: [] },
    ],
  };
  expect(judgeBareRun(other, expected)).toEqual([
    '"new" is skipped, which it was not before ()',
    '"new" is skipped, but lacks nothing',
    '"a power cut" is no longer skipped: remove it from expected.json',
    "9 tests passed, and 10 must",
  ]);
});

test("each skip that is kept names a tool", () => {
  const { passed, skipped } = readExpected();
  expect(passed).toBeGreaterThan(6_000);
  for (const lacks of Object.values(skipped)) expect(lacks).not.toEqual([]);
});
