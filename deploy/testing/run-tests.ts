// Runs vitest in a child process and judges the run by the result file that its reporter wrote. `npm test` runs the
// quick selection of tiers.ts, `--rest` and `--all` run the others. All other arguments are passed to vitest; files
// that they name run regardless of their tier. The results are kept in `.cache/test-results.json`.
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { judgeRun, type TestResults } from "./test-results.ts";
import { SELECTIONS } from "./tiers.ts";

const root = path.resolve(import.meta.dirname, "../..");
const kept = path.join(root, ".cache/test-results.json");
const folder = mkdtempSync(path.join(tmpdir(), "test-results-"));
const file = path.join(folder, "results.json");

const given = process.argv.slice(2).filter((argument) => argument !== "--rest" && argument !== "--all");
const config = given.includes("--config") ? [] : ["--config", "deploy/vitest.config.ts", ...selectProjects()];
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const child = spawn(process.execPath, [vitest, "run", ...config, ...given], {
  cwd: root,
  env: { ...process.env, TEST_RESULTS_FILE: file },
  stdio: "inherit",
});
// vitest closes its resources, including its Postgres, only on SIGINT. A terminal's Ctrl-C reaches it directly.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill("SIGINT"));

child.once("close", (exitCode) => {
  rmSync(kept, { force: true });
  mkdirSync(path.dirname(kept), { recursive: true });
  if (existsSync(file)) copyFileSync(file, kept);
  const reasons = judgeRun({ results: readResults(), exitCode, mayNotSkip: Boolean(process.env["CI"]) });
  rmSync(folder, { recursive: true, force: true });
  if (reasons.length === 0) return;
  console.error(`\nThe test run failed:\n${reasons.join("\n")}`);
  process.exitCode = 1;
});

/** The options that choose the tiers; none where files or projects are named. */
function selectProjects(): string[] {
  const namesFiles = given.some((argument) => !argument.startsWith("-")) || given.includes("--project");
  const asked = process.argv.includes("--all") ? "all" : process.argv.includes("--rest") ? "rest" : "quick";
  return namesFiles ? [] : SELECTIONS[asked].flatMap((name) => ["--project", name]);
}

function readResults(): TestResults | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by our own reporter
    return JSON.parse(readFileSync(file, "utf8")) as TestResults;
  } catch {
    return undefined;
  }
}
