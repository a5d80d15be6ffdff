// What `npm start` runs: the cloud on its embedded database, an edge agent on a recorded camera, and a gate that
// announces containers. Ctrl-C stops all of it in order; the next start goes on with the same data.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Program, startProgram } from "./child-process.ts";
import { runGate } from "./gate.ts";
import { containerNumbers, handInPapers } from "./papers.ts";
import { layOutSite } from "./site.ts";
import { waitUntil } from "./wait-until.ts";

const root = path.resolve(import.meta.dirname, "../..");
const dataDir = path.resolve(process.env["DATA_DIR"] ?? path.join(root, ".data"));
const logFolder = path.join(dataDir, "logs");
const port = process.env["PORT"] ?? "3000";
const cloudUrl = `http://127.0.0.1:${port}`;
/** A slow machine makes its first database in a minute. */
const START_TIMEOUT_MS = 180_000;
const stopping = new AbortController();
const running: Program[] = [];

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
await start();

async function start() {
  const env = { ...process.env, PORT: port, DATA_DIR: dataDir };
  console.log("Starting the cloud ...");
  const cloud = run(startProgram("cloud", path.join(root, "cloud/src/main.ts"), [], env, logFolder));
  await readyOrFailed(cloud, `${cloudUrl}/ready`);

  const admin = readAdmin();
  if (admin.password) await handInPapers(cloudUrl, admin.email, admin.password).catch(reportPapers);
  const site = await layOutSite(path.join(dataDir, "demo"), logFolder, cloudUrl, readEdgeApiKey());
  console.log("Starting the edge agent ...");
  const cli = path.join(root, "edge-agent/src/cli.ts");
  const agent = run(startProgram("edge-agent", cli, ["run", "--config", site.configFile], env, logFolder));
  await readyOrFailed(agent, `${site.statusUrl}/health`);
  void runGate(site.statusUrl, containerNumbers, stopping.signal);
  printWelcome(admin, site.configFile);
}

/** Keeps a program to stop later, and stops everything when it ends by itself. */
function run(program: Program): Program {
  running.push(program);
  void stopWhenEnded(program);
  return program;
}

async function stopWhenEnded(program: Program) {
  const code = await program.ended;
  if (stopping.signal.aborted) return;
  console.error(
    `\nThe ${program.name} ended by itself (exit code ${code}). Its last lines:\n\n${program.lastLines()}\n`,
  );
  await stop(1);
}

async function readyOrFailed(program: Program, url: string) {
  const check = async () => program.hasEnded() || (await fetch(url)).ok || undefined;
  await waitUntil(`the ${program.name} answers at ${url}`, check, { timeoutMs: START_TIMEOUT_MS }).catch(
    (error: Error) => {
      console.error(`${error.message}. Its last lines:\n\n${program.lastLines()}\n`);
      void stop(1);
    },
  );
  // Whoever stops ends this process: nothing may follow.
  if (program.hasEnded() || stopping.signal.aborted) await new Promise(() => {});
}

async function stop(code: number) {
  if (stopping.signal.aborted) return;
  stopping.abort();
  console.log("\nStopping ...");
  for (const program of running.reverse()) await program.stop();
  console.log("Stopped. The data stays; npm start goes on with it.");
  process.exit(code);
}

/** The admin's sign-in: from the environment, or as the first start made it; a password of one's own is not known here. */
function readAdmin(): { email: string; password: string | undefined } {
  const file = path.join(dataDir, "first-admin.txt");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return {
    email: /^email: (.+)$/m.exec(text)?.[1] ?? process.env["ADMIN_EMAIL"] ?? "admin@localhost",
    password: /^password: (.+)$/m.exec(text)?.[1] ?? process.env["ADMIN_PASSWORD"],
  };
}

function readEdgeApiKey(): string {
  const fromEnvironment = process.env["EDGE_API_KEY"];
  if (fromEnvironment) return fromEnvironment;
  const secrets = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8")) as { edgeApiKey: string };
  return secrets.edgeApiKey;
}

function reportPapers(error: Error) {
  console.error(`The demonstration's manifests could not be handed in, scans go on without them: ${error.message}`);
}

function printWelcome(admin: { email: string; password: string | undefined }, configFile: string) {
  const shown = path.relative(process.cwd(), configFile);
  console.log(`
  The container inspection system is running.

    Open       http://localhost:${port}
    Sign in    ${admin.email}
    Password   ${admin.password ?? "the one you chose"}

  A camera above a gate watches containers come and go; the first scan appears within half a minute.

    Agent      npm run edge-agent -- status --config ${shown}
    API        http://localhost:${port}/v1/docs
    Logs       ${path.relative(process.cwd(), logFolder)}

  Ctrl-C stops it; the data stays in ${path.relative(process.cwd(), dataDir) || "."}.
`);
}
