/**
 * What all mutation runs have in common. Stryker changes a copy of the checkout under `.cache/stryker`, one place at a
 * time, and runs the tests that cover it. A mutant that no test notices is a survivor; one that no test could notice
 * carries `// Stryker disable next-line MUTATOR: why` in the source, and is not counted. Below `leastPercent` the run
 * fails. MUTATION_WORKERS (2) try mutants at a time.
 */
export function mutationOf({ mutate, tests, leastPercent }) {
  return {
    mutate,
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: `deploy/nightly/mutation/${tests}`, related: false },
    coverageAnalysis: "perTest",
    concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
    // A mutant that loops for ever counts as noticed, so a loaded machine must not look like one.
    timeoutMS: 30_000,
    tempDirName: ".cache/stryker",
    cleanTempDir: "always",
    ignorePatterns: [".cache", ".data", ".ci", "cloud/console", "cloud/client/src", "deploy/docs", "deploy/kubernetes"],
    reporters: ["clear-text"],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false, skipFull: true },
    thresholds: { high: 100, low: leastPercent, break: leastPercent },
  };
}
