// Prints the scores of all bundled models on the held-out sets that training/write_held_out.py writes:
//   node edge-agent/models/evaluation/bundled.ts FOLDER [--int8]
// FOLDER has category/, damage/ and contraband/ with a folder for each set, and numbers/.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { readOptions } from "../../../deploy/read-options.ts";

const TASKS = ["category", "damage", "contraband"];
const { values, positionals } = readOptions({ allowPositionals: true, options: { int8: { type: "boolean", default: false } } });
const [folder] = positionals;
if (folder === undefined) {
  console.error("Usage: bundled.ts FOLDER [--int8]");
  console.error("FOLDER is what training/write_held_out.py writes.");
  process.exit(2);
}
for (const task of TASKS)
  for (const set of setsOf(task))
    score("detections.ts", [task, set], ["--model", `bundled:${task}-demo${values.int8 ? "-int8" : ""}`]);
for (const set of setsOf("numbers")) score("numbers.ts", ["numbers", set], []);

function setsOf(task: string): string[] {
  const place = path.join(folder ?? "", task);
  if (existsSync(place)) return readdirSync(place).toSorted();
  console.error(`${place} does not exist: training/write_held_out.py writes it.`);
  return process.exit(2);
}

function score(program: string, [task, set]: [string, string], options: readonly string[]): void {
  console.log(`\n${task}, ${set}`);
  const file = path.join(import.meta.dirname, program);
  const { status } = spawnSync(process.execPath, [file, path.join(folder ?? "", task, set), ...options], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
