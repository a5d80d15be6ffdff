// Runs the whole test suite, with all its tries, beside eight processes that are always busy.
import { spawn } from "node:child_process";
import path from "node:path";

const LOAD = 8;
const root = path.resolve(import.meta.dirname, "../..");
const busy = Array.from({ length: LOAD }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
const stop = () => {
  for (const child of busy) child.kill("SIGKILL");
};
process.on("exit", stop);

const tests = spawn(process.execPath, [path.join(root, "deploy/testing/run-tests.ts")], {
  cwd: root,
  env: { ...process.env, MANY_TRIES: "1" },
  stdio: "inherit",
});
tests.once("close", (code) => process.exit(code ?? 1));
