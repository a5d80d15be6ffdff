// Runs the whole test suite, with all its tries, beside eight busy processes until it has passed six times in a row.
// The kept output is the state: a run continues after the passes that it lists, and stops before the limit of a
// nightly part. BUSY=0 starts no busy process, for a machine that other work already loads; the output shows the load.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const PASSES = 6;
const LIMIT_MS = 70 * 60_000;
const BUSY = Number(process.env["BUSY"] ?? 8);
const root = path.resolve(import.meta.dirname, "../..");
const kept = path.join(root, "deploy/docs/runs/loaded.txt");

const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
process.on("exit", () => {
  for (const child of busy) child.kill("SIGKILL");
});

const lines = readPasses();
for (const line of lines) console.log(line);
const startedAt = Date.now();
let longestMs = 0;
while (lines.length < PASSES && Date.now() - startedAt + longestMs < LIMIT_MS) {
  const passStartedAt = Date.now();
  const { hasPassed, about } = await runPass();
  longestMs = Math.max(longestMs, Date.now() - passStartedAt);
  if (!hasPassed) {
    console.log(`\nfailed after ${lines.length} passes in a row ${about}; the next run begins again`);
    process.exit(1);
  }
  lines.push(`pass ${lines.length + 1} of ${PASSES} ${about}`);
  console.log(`\n${lines.join("\n")}\n`);
}
if (lines.length < PASSES)
  console.log(`${lines.join("\n")}\n${lines.length} of ${PASSES} passes: the next run goes on`);
process.exit(0);

/** The passes that the kept output ends with, oldest first; none after six, or after a failure. */
function readPasses(): string[] {
  const text = existsSync(kept) ? readFileSync(kept, "utf8") : "";
  const passes = new Map([...text.matchAll(/^pass (\d) of 6 .*$/gm)].map(([line, number]) => [Number(number), line]));
  return /^failed after/m.test(text) || passes.size >= PASSES ? [] : [...passes.values()];
}

async function runPass(): Promise<{ hasPassed: boolean; about: string }> {
  let [highest, lowest] = [0, Infinity];
  const sampling = setInterval(() => {
    const [, load = 0] = os.loadavg();
    highest = Math.max(highest, load);
    lowest = Math.min(lowest, load);
  }, 10_000);
  const startedAt = Date.now();
  const hasPassed = await runTests();
  clearInterval(sampling);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).stdout.trim();
  const load = `load over five minutes ${lowest.toFixed(1)} to ${highest.toFixed(1)} on ${os.cpus().length} cores`;
  return { hasPassed, about: `at ${commit}: ${minutes} minutes, ${BUSY} busy processes, ${load}` };
}

function runTests(): Promise<boolean> {
  const tests = spawn(process.execPath, [path.join(root, "deploy/testing/run-tests.ts"), "--all"], {
    cwd: root,
    env: { ...process.env, MANY_TRIES: "1" },
    stdio: "inherit",
  });
  return new Promise((resolve) => {
    tests.once("close", (code) => resolve(code === 0));
  });
}
