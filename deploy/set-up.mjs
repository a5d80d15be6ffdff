// Installs dependencies and builds the console, once: a second call with nothing changed returns at once.
// Plain JavaScript for any Node.js from 20 on, because it runs before the pinned Node.js is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { config } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(`Node.js 20 or newer is needed; this is ${process.version}.`);
  process.exit(1);
}

const unused = ["unused-files.ts", "remove-unused.ts", "main.ts"].map((name) => `deploy/modules/${name}`);
const steps = [
  {
    name: "dependencies",
    message: "Installing dependencies (once, a minute or two) ...",
    inputs: ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", "deploy/set-up.mjs", ...unused],
    output: "node_modules/.modules.yaml",
    commands: [
      ["npx", "--yes", config.pnpm, "install", "--frozen-lockfile", "--reporter=append-only"],
      // Removes what no program here loads, such as the libraries of other platforms.
      ["node", path.join(root, "deploy/modules/main.ts")],
    ],
    cwd: root,
  },
  {
    name: "console",
    message: "Building the web console ...",
    inputs: ["cloud/console", "cloud/client", "cloud/src/match", "shared-schemas/src", "pnpm-lock.yaml"],
    output: "cloud/console/dist/index.html",
    commands: [["node", path.join(root, "cloud/console/node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"]],
    cwd: path.join(root, "cloud/console"),
  },
];

for (const step of steps) {
  const stampFile = path.join(root, "node_modules/.set-up", step.name);
  const stamp = hashOf(step.inputs);
  const done = existsSync(path.join(root, step.output)) && existsSync(stampFile);
  if (done && readFileSync(stampFile, "utf8") === stamp) continue;
  // Not on standard output, which may be JSON that a script reads.
  console.error(step.message);
  run(step);
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Runs one step with its output held back; on failure prints all of it and stops with the step's exit code. */
function run({ name, commands, cwd }) {
  const node = path.join(root, "node_modules/.bin");
  const env = { ...process.env, CI: "true", PATH: `${node}${path.delimiter}${process.env.PATH}` };
  for (const [program, ...args] of commands) {
    const result = spawnSync(program, args, { cwd, env, encoding: "utf8", shell: process.platform === "win32" });
    if (result.status === 0) continue;
    console.error(result.stdout ?? "", result.stderr ?? "");
    console.error(`Set-up failed at "${name}" (${program} ${args.join(" ")}): ${result.error?.message ?? "see above"}`);
    process.exit(result.status ?? 1);
  }
}

function hashOf(inputs) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => filesUnder(path.join(root, input)))) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(place) {
  if (!readdirSafe(place)) return existsSync(place) ? [place] : [];
  return readdirSafe(place)
    .filter((entry) => !["node_modules", "dist", "tests"].includes(entry.name))
    .flatMap((entry) => filesUnder(path.join(place, entry.name)))
    .sort();
}

function readdirSafe(place) {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
