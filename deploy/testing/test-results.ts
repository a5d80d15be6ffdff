/** Results of a test run, as its reporter wrote them to a file. */
export type TestResults = {
  passed: number;
  failed: number;
  skipped: SkippedTest[];
  /** Errors outside of tests: a file that cannot be imported, a hook that threw, an unhandled rejection. */
  errors: number;
  /** False when the run was interrupted. */
  completed: boolean;
};

export type SkippedTest = {
  /** The file, and the full name in it. */
  name: string;
  /** The tools that the machine lacks, with the commands that install them. */
  lacks: string[];
};

type Run = {
  /** Undefined when the run wrote no result file. */
  results: TestResults | undefined;
  exitCode: number | null;
  /** Under CI every tool is installed, so a skipped test is a failure. */
  mayNotSkip: boolean;
};

/**
 * The reasons why a test run counts as failed; empty when it passed. The exit code alone proves nothing: an exit hook
 * can overwrite it.
 */
export function judgeRun({ results, exitCode, mayNotSkip }: Run): string[] {
  if (!results) return ["The run ended without a result file."];
  const { passed, failed, skipped, errors, completed } = results;
  const reasons = [
    failed > 0 && `${failed} failed.`,
    errors > 0 && `${errors} errors outside of tests.`,
    passed + failed === 0 && "No test was run.",
    !completed && "The run was interrupted.",
    mayNotSkip &&
      skipped.length > 0 &&
      `Under CI no test may be skipped:\n${skipped.map(({ name }) => `  ${name}`).join("\n")}`,
  ].filter((reason) => reason !== false);
  return reasons.length === 0 && exitCode !== 0 ? [`vitest ended with ${String(exitCode)}.`] : reasons;
}

/** A line for each tool that a run lacked: what to install, and how many tests were skipped without it. */
export function describeLacks(skipped: readonly SkippedTest[]): string[] {
  const byLack = Map.groupBy(
    skipped.flatMap(({ lacks }) => lacks),
    (lack) => lack,
  );
  return [...byLack].map(([lack, { length }]) => `${length} skipped: ${lack}`).toSorted();
}
