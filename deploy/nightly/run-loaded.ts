// Runs the whole test suite, with all its tries, beside eight processes that are always busy; PASSES=3 does so three
// times in a row. BUSY=0 starts none of them, on a machine whose other work is the load: the output shows how high it
// was.
import { spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";

const PASSES = Number(process.env["PASSES"] ?? 1);
const BUSY = Number(process.env["BUSY"] ?? 8);
const root = path.resolve(import.meta.dirname, "../..");
const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
process.on("exit", () => {
  for (const child of busy) child.kill("SIGKILL");
});

let highest = 0;
let lowest = Infinity;
const sample = () => {
  const [, load = 0] = os.loadavg();
  highest = Math.max(highest, load);
  lowest = Math.min(lowest, load);
};

for (let pass = 1; pass <= PASSES; pass += 1) {
  [highest, lowest] = [0, Infinity];
  const startedAt = Date.now();
  const sampling = setInterval(sample, 10_000);
  const code = await runTests();
  clearInterval(sampling);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  console.log(
    `pass ${pass} of ${PASSES}: ${code === 0 ? "passed" : "failed"} in ${minutes} minutes, ` +
      `load over five minutes ${lowest.toFixed(1)} to ${highest.toFixed(1)} on ${os.cpus().length} cores\n`,
  );
  if (code !== 0) process.exit(1);
}
process.exit(0);

function runTests(): Promise<number> {
  const tests = spawn(process.execPath, [path.join(root, "deploy/testing/run-tests.ts"), "--all"], {
    cwd: root,
    env: { ...process.env, MANY_TRIES: "1" },
    stdio: "inherit",
  });
  return new Promise((resolve) => {
    tests.once("close", (code) => resolve(code ?? 1));
  });
}
