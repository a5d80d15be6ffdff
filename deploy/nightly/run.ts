// `npm run nightly [PART…]`: runs the long checks, all of them or those named. Keeps the last output of each under
// `deploy/docs/runs/PART.txt`, with commit, date and machine, and ends with 1 when one failed.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parts, type NightlyPart } from "./parts.ts";

const root = path.resolve(import.meta.dirname, "../..");
const runs = path.join(root, "deploy/docs/runs");
const LIMIT_MS = 75 * 60_000;
/** The end of a long output shows the result; the rest is in the terminal. */
const KEPT_CHARACTERS = 32_768;

const named = process.argv.slice(2);
const unknown = named.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(", ")}. The parts are:`);
  for (const { name, about } of parts) console.error(`  ${name.padEnd(20)} ${about}`);
  process.exit(2);
}

mkdirSync(runs, { recursive: true });
const failed: string[] = [];
for (const part of named.length > 0 ? named.flatMap((name) => parts.filter((each) => each.name === name)) : parts) {
  console.log(`\n── ${part.name}: ${part.about}`);
  const start = { at: new Date(), commit: describeCommit() };
  const { outcome, output } = await runPart(part);
  writeFileSync(path.join(runs, `${part.name}.txt`), describeRun(part, start, outcome, output));
  console.log(`── ${part.name}: ${outcome}`);
  if (outcome !== "passed") failed.push(part.name);
}
if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function runPart({ command: [program, ...args] }: NightlyPart): Promise<{ outcome: string; output: string }> {
  const PATH = `${path.join(root, "node_modules/.bin")}${path.delimiter}${process.env["PATH"]}`;
  const env = { ...process.env, PATH, NO_COLOR: "1" };
  // A separate process group, so that all processes of a part end when it takes too long.
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      process.stdout.write(chunk);
      output = (output + chunk.toString()).slice(-KEPT_CHARACTERS * 2);
    });
  }
  const stop = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
  const limit = setTimeout(stop, LIMIT_MS);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => (stop(), process.exit(130)));
  return new Promise((resolve) => {
    const end = (outcome: string) => {
      clearTimeout(limit);
      resolve({ outcome, output });
    };
    child.once("error", (error) => end(`failed: ${program} did not start (${error.message})`));
    child.once("close", (code, signal) => {
      if (signal === "SIGKILL") return end(`failed: killed, perhaps at its limit of ${LIMIT_MS / 60_000} minutes`);
      end(code === 0 ? "passed" : `failed: ended with ${String(code ?? signal)}`);
    });
  });
}

/** Returns the commit that is run, with a note on uncommitted changes. Outputs of other parts do not count. */
function describeCommit(): string {
  const changes = git("status", "--porcelain", "--", ".", ":(exclude)deploy/docs/runs");
  return `${git("rev-parse", "HEAD")}${changes ? " with uncommitted changes" : ""}`;
}

type Start = { at: Date; commit: string };

function describeRun(part: NightlyPart, start: Start, outcome: string, output: string): string {
  const minutes = (Date.now() - start.at.getTime()) / 60_000;
  const [cpu] = os.cpus();
  return [
    `${part.name}: ${part.about}`,
    `outcome: ${outcome} in ${minutes.toFixed(1)} minutes`,
    `command: ${part.command.join(" ")}`,
    `commit:  ${start.commit}`,
    `date:    ${start.at.toISOString()}`,
    `machine: ${cpu?.model ?? "unknown"}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}, Node.js ${process.version}`,
    "",
    cleanOutput(output),
  ].join("\n");
}

/** The end of an output without colours, and without the place of this checkout. */
function cleanOutput(output: string): string {
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with one
  const plain = output.replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, "").replaceAll(root, ".");
  const lines = plain.split("\n").map((line) => line.replace(/^.*\r/, "").trimEnd());
  const text = `${lines.join("\n").trim()}\n`;
  if (text.length <= KEPT_CHARACTERS) return text;
  const tail = text.slice(-KEPT_CHARACTERS);
  return `[…]\n${tail.slice(tail.indexOf("\n") + 1)}`;
}

// A function, because the parts run while the rest of this file waits to be evaluated.
function git(...args: string[]): string {
  return spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim();
}
