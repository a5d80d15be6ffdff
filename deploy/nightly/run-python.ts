// Lints and tests the training code of the bundled model, in a separate virtual environment under .cache.
import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const cwd = path.join(root, "edge-agent/models/training");
const environment = path.join(root, ".cache/python");

function run(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: "inherit" });
  if (error) console.error(`${program} did not start: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

run("python3", "-m", "venv", environment);
const module = (name: string, ...args: string[]) => run(path.join(environment, "bin/python"), "-m", name, ...args);
module("pip", "install", "--quiet", "--retries", "1", "--requirement", "requirements-test.txt");
module("ruff", "check");
module("ruff", "format", "--check");
module("pytest", "-q");
