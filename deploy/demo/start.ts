// Implementation of `npm start`: runs the cloud on its embedded database, and an edge agent on recorded cameras, which
// serves its models to the cloud for uploaded pictures. Ctrl-C stops everything in order; the next start reuses the
// data.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { readAdmin, signInLines } from "./admin.ts";
import { type Program, startProgram } from "./child-process.ts";
import { CannotStartError, claimDataDir, freePort, takePort } from "./claim.ts";
import { type CloudApi, signIn } from "./cloud-api.ts";
import { playGateSystem } from "./gate-system.ts";
import { hasJoined, joinBox, useSharedKey } from "./join-box.ts";
import { handInPapers } from "./papers.ts";
import { placeCameras } from "./place-cameras.ts";
import { layOutSite, type Site } from "./site.ts";
import { waitUntil } from "./wait-until.ts";

const root = path.resolve(import.meta.dirname, "../..");
const dataDir = path.resolve(process.env["DATA_DIR"] || path.join(root, ".data"));
const logFolder = path.join(dataDir, "logs");
/** A slow machine needs a minute to create its first database. */
const START_TIMEOUT_MS = 180_000;
const stopping = new AbortController();
const running: Program[] = [];

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
await start().catch((error: unknown) => {
  console.error(error instanceof CannotStartError ? error.message : error);
  return stop(1);
});

async function start() {
  claimDataDir(dataDir);
  const port = await freePort(process.env["PORT"] || "3000");
  const cloudUrl = `http://127.0.0.1:${port}`;
  const aiPort = await takePort(8_092);
  const ownAi = { AI_SERVICE_URL: `ws://127.0.0.1:${aiPort}`, AI_SERVICE_TOKEN: randomBytes(32).toString("base64url") };
  const usesOwnAi = process.env["AI_SERVICE_URL"] === undefined;
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...(usesOwnAi ? ownAi : {}) };
  console.log("Starting the cloud ...");
  const cloud = run(startProgram("cloud", path.join(root, "cloud/src/main.ts"), [], env, logFolder));
  await readyOrFailed(cloud, `${cloudUrl}/ready`);

  const admin = readAdmin(dataDir, process.env);
  const api = admin.password === undefined ? undefined : await signIn(cloudUrl, admin.email, admin.password);
  if (api) await handInPapers(api).catch(reportAndContinue("Creating the demonstration's manifests"));
  if (api) await placeCameras(api).catch(reportAndContinue("Creating the demonstration's lane"));
  const site = await layOutSite(path.join(dataDir, "demo"), logFolder, cloudUrl, usesOwnAi ? aiPort : undefined);
  const cli = path.join(root, "edge-agent/src/cli.ts");
  const runAgent = (name: string, ...args: string[]) =>
    startProgram(name, cli, [...args, "--config", site.configFile], env, logFolder);
  await giveKey(site, api, (...args) => runAgent("edge-agent-join", ...args));
  console.log("Starting the edge agent ...");
  const agent = run(runAgent("edge-agent", "run"));
  await readyOrFailed(agent, `${site.statusUrl}/health`);
  // At once: the first truck is on its way.
  void playGateSystem(site.statusUrl, path.dirname(site.configFile), stopping.signal);
  if (usesOwnAi) await readyOrFailed(agent, `http://127.0.0.1:${aiPort}/health`);
  printWelcome(port, site.statusUrl, signInLines(admin, api !== undefined), site.configFile);
}

/** Registers a program to stop later, and stops everything when it ends unexpectedly. */
function run(program: Program): Program {
  running.push(program);
  void stopWhenEnded(program);
  return program;
}

async function stopWhenEnded(program: Program) {
  const how = await program.ended;
  if (stopping.signal.aborted) return;
  console.error(`\nThe ${program.name} ended unexpectedly (${how}). The last lines of ${shown(program.logFile)}:\n`);
  console.error(program.lastLines());
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
  // Stopping ends this process: nothing may follow.
  if (program.hasEnded() || stopping.signal.aborted) await new Promise(() => {});
}

/** The box joins with a code of the admin, once; without the admin's password it uses the shared key. */
async function giveKey(site: Site, api: CloudApi | undefined, runAgent: Parameters<typeof joinBox>[1]): Promise<void> {
  if (process.env["EDGE_API_KEY"]) return useSharedKey(site, process.env["EDGE_API_KEY"]);
  if (await hasJoined(site)) return;
  if (api) await joinBox(api, runAgent).catch(reportAndContinue("The join of the demonstration's box"));
  if (!(await hasJoined(site))) useSharedKey(site, readEdgeApiKey());
}

function reportAndContinue(what: string) {
  return (error: Error) => console.error(`${what} failed; continuing without it: ${error.message}`);
}

async function stop(code: number) {
  if (stopping.signal.aborted) return;
  stopping.abort();
  if (running.length > 0) {
    console.log("\nStopping ...");
    for (const program of running.toReversed()) await program.stop();
    console.log("Stopped. The data is kept; npm start continues with it.");
  }
  process.exit(code);
}

function readEdgeApiKey(): string {
  const secrets = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8")) as { edgeApiKey: string };
  return secrets.edgeApiKey;
}

/** A path relative to the current folder, if it is inside. */
function shown(place: string): string {
  const relative = path.relative(process.cwd(), place);
  return relative.startsWith("..") ? place : relative || ".";
}

function printWelcome(port: number, boxUrl: string, signIn: string[], configFile: string) {
  const siteFolder = path.dirname(configFile);
  console.log(`
  The container inspection system is running.

    Open       http://localhost:${port}
    ${signIn.join("\n    ")}

  A camera reads the numbers of containers at a gate, and one above it scans their loads; the first scan appears within
  half a minute. Pictures that are dropped into its folders are scanned, too:

    X-ray      cp edge-agent/models/samples/x-ray-1.png ${shown(siteFolder)}/x-ray/
    Damage     cp edge-agent/models/samples/door-1.png ${shown(siteFolder)}/outside/
    Number     a photograph of a container's number, taken with any phone: ${shown(siteFolder)}/phone/

  Trucks pass a second gate, where one carries two containers, the next one is not read, and one follows another through
  the open barrier: the last two wait for a person, who names each of them once.

    To name    http://localhost:${port}/app/passages

    The box    ${boxUrl} (the technician's page of the edge agent)
    Agent      npm run edge-agent -- status --config ${shown(configFile)}
    API        http://localhost:${port}/v1/docs
    Logs       ${shown(logFolder)}

  Press Ctrl-C to stop. The data stays in ${shown(dataDir)}.
`);
}
