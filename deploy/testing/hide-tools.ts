// Tests ask for every tool that they use: this runs those that ask for some with all other tools hidden, and then with all
// tools hidden. None may fail. A hidden tool is no program, whether the PATH leads to it or a test
// knows its place. Files that take long are left out without --all. Needs root, for mounts that only these runs see.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { readOptions } from "../read-options.ts";
import durations from "./durations.json" with { type: "json" };
import { filesOf, tools, type ToolName } from "./tools.ts";

const root = path.resolve(import.meta.dirname, "../..");
const { values } = readOptions({ options: { all: { type: "boolean" } } as const });
const isQuick = (file: string) => values.all || !(file in durations);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a table of ours
const all = Object.keys(tools) as ToolName[];

/** Returns the test files that ask for tools, by the tools. */
function findAsking(): Map<string, string[]> {
  const asking = new Map<string, string[]>();
  const files = globSync("{shared-schemas,cloud,edge-agent,deploy}/**/*.test.ts", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  for (const file of files.toSorted()) {
    const text = readFileSync(path.join(root, file), "utf8");
    const sets = [...text.matchAll(/\bneeds\(([^)]*)\)/g)].map(([, names = ""]) => names.replaceAll('"', ""));
    for (const names of new Set(sets)) asking.set(names, [...(asking.get(names) ?? []), file]);
  }
  return asking;
}

/** Runs test files in a mount namespace in which the files of all other tools are no programs. */
function runWith(asked: ToolName[], files: string[]): boolean {
  const kept = new Set(asked.flatMap(filesOf));
  const places = new Set(all.flatMap(filesOf).filter((file) => !kept.has(file)));
  const script = 'while [ "$1" != -- ]; do mount --bind /dev/null "$1" || exit 1; shift; done; shift; exec "$@"';
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "deploy/vitest.config.ts", "--reporter=dot"];
  const command = [...places, "--", process.execPath, ...vitest, ...files];
  const { CI: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync("unshare", ["--mount", "sh", "-c", script, "sh", ...command], {
    cwd: root,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) console.error(`${stdout}\n${stderr}`);
  return status === 0;
}

const probe = spawnSync("unshare", ["--mount", "sh", "-c", "mount --bind /dev/null /bin/true"], { encoding: "utf8" });
if (probe.status !== 0) {
  console.log(
    `Tools were not hidden: this machine does not let this user mount (${probe.stderr?.trim() || "no unshare"})`,
  );
  process.exit(0);
}

const asking = findAsking();
const failed: string[] = [];
const check = (title: string, asked: ToolName[], files: string[]) => {
  if (files.length === 0) return;
  const startedMs = performance.now();
  const isGood = runWith(asked, files);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`${isGood ? "ok  " : "FAIL"} ${title}: ${files.length} test files in ${seconds} s`);
  if (!isGood) failed.push(title);
};
for (const [names, files] of asking) {
  const asked = all.filter((name) => names.split(/,\s*/).includes(name));
  check(`with ${names} alone`, asked, files.filter(isQuick));
}
check("with no tool", [], [...new Set([...asking.values()].flat())].filter(isQuick));
if (failed.length > 0) {
  console.error(`Tests failed ${failed.join("; ")}: a test uses a tool that it does not ask for with needs().`);
  process.exit(1);
}
