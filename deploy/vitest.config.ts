import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { linguiPlugins } from "../cloud/console/build/lingui-plugins.ts";
import { findMemoryFolder } from "../cloud/src/testing/memory-folder.ts";
import { fewOrMany } from "./testing/few-or-many.ts";
import { LongFilesFirst } from "./testing/long-files-first.ts";
import { ResultReporter } from "./testing/result-reporter.ts";
import { type Project, projects } from "./testing/tiers.ts";

const root = path.resolve(import.meta.dirname, "..");
const kit = path.join(root, "cloud/src/testing");
const pages = path.join(root, "cloud/console/tests/components/kit");
const memory = findMemoryFolder();
const IGNORED = ["**/node_modules/**", "**/dist/**"];
/** A test of the core waits for nothing real; one that hangs ends after a minute. Others wait for processes. */
const CORE_LIMIT_MS = fewOrMany(60_000, 600_000);
const LIMIT_MS = fewOrMany(300_000, 1_800_000);

/** All tests of the workspace in one run; `testing/run-tests.ts` chooses the tiers. */
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
    exclude: IGNORED,
    reporters: ["default", new ResultReporter()],
    // Most of a test's time is waiting for Postgres, files and other processes: more files at once than cores.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // A worker loads the modules once for all its files, which takes a second each: no module keeps state that a test
    // changes, and each file closes the resources it opens (clean-up.ts of the test kit).
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    passWithNoTests: false,
    projects: projects.map((project) => ({
      extends: true as const,
      plugins: linguiPlugins(),
      test: optionsOf(project),
    })),
  },
});

function optionsOf({ name, include, exclude, usesPostgres, rendersPages }: Project) {
  const isCore = name.startsWith("core");
  const limitMs = isCore ? CORE_LIMIT_MS : LIMIT_MS;
  return {
    name,
    include: [...include],
    exclude: [...IGNORED, ...exclude],
    testTimeout: limitMs,
    hookTimeout: limitMs,
    // Shorter than the limit of the test, so that a test that waits in vain reports the expected value.
    expect: { poll: { timeout: isCore ? limitMs * 0.8 : 120_000, interval: 50 } },
    setupFiles: [
      path.join(kit, "clean-up-setup.ts"),
      path.join(root, "deploy/testing/property-seed-setup.ts"),
      ...(isCore ? [path.join(kit, "no-programs-setup.ts")] : []),
      ...(rendersPages ? [path.join(pages, "set-up.ts")] : []),
    ],
    // One real Postgres for the run; every test file has its own database on it.
    ...(usesPostgres && { globalSetup: [path.join(kit, "test-server.ts")] }),
    ...(rendersPages && { environment: "happy-dom", globalSetup: [path.join(pages, "provide-contract.ts")] }),
  };
}
