import { readFileSync, writeFileSync } from "node:fs";
import type { TestResults } from "../../testing/test-results.ts";

/** The result of `npm test` on a machine that has only Node.js and git. */
export type Expected = {
  /** Number of tests that pass at least. */
  passed: number;
  /** Tests that may be skipped, with the tools that they lack; the list may only become shorter. */
  skipped: Record<string, string[]>;
};

const file = new URL("./expected.json", import.meta.url);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this file
export const readExpected = (): Expected => JSON.parse(readFileSync(file, "utf8")) as Expected;

/** Keeps the result of a run as the one that is expected from now on. */
export function writeExpected({ passed, skipped }: TestResults): void {
  const expected: Expected = { passed, skipped: Object.fromEntries(skipped.map(({ name, lacks }) => [name, lacks])) };
  writeFileSync(file, `${JSON.stringify(expected, null, 2)}\n`);
}

/** Lists the faults of a run on a bare machine that has ended with 0; empty for a good run. */
export function judgeBareRun(results: TestResults, expected: Expected): string[] {
  const skipped = new Set(results.skipped.map(({ name }) => name));
  return [
    ...results.skipped
      .filter(({ name }) => !(name in expected.skipped))
      .map(({ name, lacks }) => `"${name}" is skipped, which it was not before (${lacks.join(", ")})`),
    ...results.skipped
      .filter(({ lacks }) => lacks.length === 0)
      .map(({ name }) => `"${name}" is skipped, but lacks nothing`),
    ...Object.keys(expected.skipped)
      .filter((name) => !skipped.has(name))
      .map((name) => `"${name}" is no longer skipped: remove it from expected.json`),
    ...(results.passed < expected.passed ? [`${results.passed} tests passed, and ${expected.passed} must`] : []),
  ];
}
