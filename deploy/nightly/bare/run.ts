// Runs the README's two commands on a bare Debian, in a clean clone of this checkout's last commit: as root in a
// folder that no other user may enter, and as an ordinary user, with Node.js 20: `npm start` must show a scan, and
// `npm test` must pass, with no other tests skipped than those of expected.json. With the later versions, `npm start`
// must show a scan. `node deploy/nightly/bare/run.ts [--folder FOLDER] [--only root|person|22|24]... [--accept]`:
// FOLDER holds such a Debian; without it, debootstrap makes one. `--accept` keeps the test results. Uses ports 3000
// and 8090 of this machine.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { signIn } from "../../demo/cloud-api.ts";
import { waitUntil } from "../../demo/wait-until.ts";
import { readOptions } from "../../read-options.ts";
import type { TestResults } from "../../testing/test-results.ts";
import {
  installNode,
  LATER_NODES,
  makeBareDebian,
  OLDEST_NODE,
  person,
  root,
  startThere,
  type User,
} from "./bare-debian.ts";
import { judgeBareRun, readExpected, writeExpected } from "./expected.ts";

const repository = path.resolve(import.meta.dirname, "../../..");
const START_TIMEOUT_MS = 15 * 60_000;
const options = {
  folder: { type: "string" },
  only: { type: "string", multiple: true },
  accept: { type: "boolean" },
} as const;
const { values } = readOptions({ options });
const isWanted = (name: string) => values.only?.includes(name) ?? true;

const work = mkdtempSync("/var/tmp/bare-");
const folder = values.folder ?? path.join(work, "debian");
try {
  if (values.folder === undefined) makeBareDebian(folder);
  installNode(folder, OLDEST_NODE);
  for (const user of [root, person].filter(({ name }) => isWanted(name))) await follow(user);
  for (const version of LATER_NODES.filter(isWanted)) {
    installNode(folder, version);
    console.log(`\n── ${person.name}, Node.js ${version}: npm start`);
    await showScan(person, cloneFor(person));
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Makes a clean clone that only this user may enter, and returns where it lies there. */
function cloneFor(user: User): string {
  const place = path.join(user.home, "repository");
  rmSync(path.join(folder, place), { recursive: true, force: true });
  execFileSync("git", [
    "clone",
    "-q",
    "-c",
    "advice.detachedHead=false",
    "--no-hardlinks",
    repository,
    path.join(folder, place),
  ]);
  execFileSync("chown", ["-R", `${user.id}:${user.id}`, path.join(folder, place)]);
  execFileSync("chmod", ["700", path.join(folder, place)]);
  return place;
}

/** Follows the README as this user. */
async function follow(user: User): Promise<void> {
  const place = cloneFor(user);
  console.log(`\n── ${user.name}: npm start`);
  await showScan(user, place);
  console.log(`\n── ${user.name}: npm test`);
  const results = await runTests(user, place);
  console.log(`${user.name}: ${results.passed} passed, ${results.failed} failed, ${results.skipped.length} skipped`);
  if (values.accept) writeExpected(results);
  const problems = judgeBareRun(results, readExpected());
  if (problems.length > 0) throw new Error(`${user.name}:\n${problems.join("\n")}`);
}

async function showScan(user: User, place: string): Promise<void> {
  const startedMs = performance.now();
  const seconds = () => `${((performance.now() - startedMs) / 1000).toFixed(0)} s`;
  const child = startThere(folder, user, `cd ${place} && npm start`);
  const ended = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
  try {
    const password = () => Promise.resolve(/Password +(\S+)/.exec(output)?.[1] ?? (hasEnded() ? "" : undefined));
    const hasEnded = () => child.exitCode !== null;
    const printed = await waitUntil("npm start prints a password", password, { timeoutMs: START_TIMEOUT_MS });
    const api = await signIn("http://localhost:3000", "admin@localhost", printed);
    if (api === undefined) throw new Error("the printed password is wrong");
    console.log(`the demonstration runs after ${seconds()}`);
    const hasScan = async () => {
      const { items } = await api.get<{ items: { categoryScan: object | null }[] }>("/v1/containers");
      return items.some(({ categoryScan }) => categoryScan !== null) || undefined;
    };
    await waitUntil("a scan is visible", hasScan, { timeoutMs: START_TIMEOUT_MS, everyMs: 1_000 });
    console.log(`a scan is visible after ${seconds()}`);
    process.kill(-(child.pid ?? 0), "SIGINT");
    await ended;
    // npm's own exit code means only that it was interrupted.
    if (!output.includes("\nStopped.")) throw new Error("npm start did not stop in order on Ctrl-C");
  } catch (error) {
    console.error(output);
    throw error;
  } finally {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), "SIGKILL");
  }
  const complaints = output.split("\n").filter((line) => /error|warn/i.test(line));
  if (complaints.length > 0) throw new Error(`npm start complained:\n${complaints.join("\n")}`);
}

async function runTests(user: User, place: string): Promise<TestResults> {
  const child = startThere(folder, user, `cd ${place} && npm test`);
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => process.stdout.write(text));
  const [code] = await once(child, "close");
  const file = path.join(folder, place, ".cache/test-results.json");
  if (code !== 0) throw new Error(`${user.name}: npm test ended with ${code}`);
  return JSON.parse(readFileSync(file, "utf8"));
}
