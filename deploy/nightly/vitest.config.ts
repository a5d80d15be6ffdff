import path from "node:path";
import { defineConfig } from "vitest/config";
import { ResultReporter } from "../testing/result-reporter.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Long checks written as tests: `vitest run --config deploy/nightly/vitest.config.ts FILE`. */
export default defineConfig({
  test: {
    root,
    include: ["**/*.nightly.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: ["default", new ResultReporter()],
    testTimeout: 55 * 60_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    setupFiles: [path.join(root, "cloud/src/testing/clean-up-setup.ts")],
    globalSetup: [path.join(root, "cloud/src/testing/test-server.ts")],
  },
});
