// Breaks one line of each listed module, runs the tests that must notice it, and mends the line again. Ends with 1 when
// a broken line passes. Arguments choose lines by parts of their file names.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BrokenLine, brokenLines } from "./lines.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const wanted = process.argv.slice(2);
const lines = brokenLines.filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)));
let unnoticed = 0;

for (const line of lines) {
  const startedAt = Date.now();
  const outcome = withBrokenLine(line, () => runTests(line.tests));
  if (outcome !== "red") unnoticed += 1;
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0);
  console.log(`${outcome === "red" ? "noticed" : "NOT NOTICED"}  ${line.file}: ${line.harm} (${seconds} s)`);
}
console.log(`\n${lines.length - unnoticed} of ${lines.length} broken lines were noticed`);
process.exitCode = unnoticed > 0 ? 1 : 0;

/** Puts the file back whatever happens, also when the run is interrupted. */
function withBrokenLine<Outcome>({ file, from, to }: BrokenLine, work: () => Outcome): Outcome {
  const place = path.join(root, file);
  const text = readFileSync(place, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${file} must contain this exactly once: ${from}`);
  const mend = () => writeFileSync(place, text);
  process.once("exit", mend);
  try {
    writeFileSync(place, text.replace(from, to));
    return work();
  } finally {
    mend();
    process.off("exit", mend);
  }
}

function runTests(filters: readonly string[]): "red" | "green" {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--config", "deploy/vitest.config.ts", "--bail", "1", ...filters];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  const output = `${stdout}${stderr}`;
  if (/No test files found/.test(output)) throw new Error(`no test file fits ${filters.join(" ")}`);
  return status === 0 ? "green" : "red";
}
