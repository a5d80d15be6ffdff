import path from "node:path";
import { defineConfig } from "vitest/config";
import { ResultReporter } from "../result-reporter.ts";

/**
 * A run that must fail: one failing test, beside an exit hook that ends the process with 0. `.ci/run` checks that it is
 * noticed.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["fails.ts"],
    reporters: ["default", new ResultReporter()],
    globalSetup: [path.join(import.meta.dirname, "exit-with-zero.ts")],
  },
});
