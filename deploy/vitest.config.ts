import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { linguiPlugins } from "../cloud/console/build/lingui-plugins.ts";
import { fewOrMany } from "./testing/few-or-many.ts";
import { findMemoryFolder } from "../cloud/src/guarantees/memory-folder.ts";
import { LongFilesFirst } from "./testing/long-files-first.ts";
import { ResultReporter } from "./testing/result-reporter.ts";

const root = path.resolve(import.meta.dirname, "..");
const memory = findMemoryFolder();
const limitMs = fewOrMany(300_000, 1_800_000);

/** All tests of the workspace in one run. */
export default defineConfig({
  test: {
    root,
    env: {
      // The programs that tests start compile their modules once, and not once each.
      NODE_COMPILE_CACHE: path.join(root, ".cache/compiled"),
      // As the program sets it.
      ORT_DISABLE_TELEMETRY: "1",
      // To create a file takes a tenth of the time there.
      ...(memory !== undefined && { TMPDIR: memory }),
    },
    exclude: ["**/node_modules/**", "**/dist/**"],
    reporters: ["default", new ResultReporter()],
    // They end what hangs. A test that waits waits for a condition, and a loaded machine must not fail it.
    testTimeout: limitMs,
    hookTimeout: limitMs,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    // Most of a test's time is waiting for Postgres, files and other processes: more files at once than cores.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // A worker loads the modules once for all its files, which takes a second each: no module keeps state that a test
    // changes, and what a file opens it closes (guarantees/clean-up.ts).
    isolate: false,
    setupFiles: [path.join(root, "cloud/src/guarantees/clean-up-setup.ts")],
    sequence: { sequencer: LongFilesFirst },
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        plugins: linguiPlugins(),
        test: {
          name: "cloud",
          include: ["{cloud,deploy/walk,deploy/faults}/**/*.test.{ts,tsx}"],
          // One real Postgres for the run; every test file has a database of its own on it.
          globalSetup: [path.join(root, "cloud/src/guarantees/test-server.ts")],
        },
      },
      {
        extends: true,
        test: {
          name: "edge",
          include: [
            "{shared-schemas,edge-agent}/**/*.test.ts",
            "deploy/{*,{advisories,backup,compose,debian,demo,kubernetes,monitoring,power-cut,simulation,testing,nightly}/**/*}.test.ts",
          ],
        },
      },
    ],
  },
});
