import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { drawJpeg } from "../../cloud/src/intake/testing.ts";
import type { PostgresServer } from "../../cloud/src/testing/postgres.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { cloudEnvironment } from "../testing/cloud-environment.ts";
import type { Random } from "../power-cut/random.ts";
import { freePort } from "../walk/harness/free-port.ts";
import { startFaultyBalancer } from "./fault-proxy.ts";
import { startBrokenAi } from "./broken-ai.ts";
import { createFaultyDisk } from "./faulty-disk.ts";
import type { GateOrder } from "./gate.ts";
import { ADMIN, createUser } from "./user.ts";

const MAIN = path.resolve(import.meta.dirname, "../../cloud/src/main.ts");
const GATE = path.join(import.meta.dirname, "gate.ts");
const NEXT_PROGRAM = import.meta.resolve("./next-program.ts");
const API_KEY = "faults-edge-key-0123456789abcdef";
const READY_MS = 250_000;
const RESTART_MS = 1_000;
const DELIVERED_MS = 250_000;

/**
 * A database of Postgres, processes of the cloud behind a balancer with an AI service, and a gate, all in processes of
 * their own.
 */
export async function startSite(
  folder: string,
  databaseUrl: string,
  {
    random,
    postgres,
    cloudProcesses = 2,
  }: { random: Random; postgres?: Pick<PostgresServer, "crash" | "restart">; cloudProcesses?: number },
) {
  mkdirSync(path.join(folder, "gate"), { recursive: true });
  const ai = await startBrokenAi();
  const ports: number[] = [];
  while (ports.length < cloudProcesses) ports.push(await freePort());
  const processes = ports.map((port, index) => createProcess(folder, { port, index, databaseUrl, aiUrl: ai.url }));
  // The first one migrates the database.
  for (const each of processes) await each.start();
  const upstreams = ports.map((port) => `http://127.0.0.1:${port}`);
  const balancer = await startFaultyBalancer(upstreams, random);
  const picture = path.join(folder, "picture.jpg");
  writeFileSync(picture, await drawJpeg(7));
  const files = { outbox: path.join(folder, "gate/outbox.sqlite"), ledger: path.join(folder, "ledger.txt"), picture };
  const disk = createFaultyDisk(folder);
  const spawnGate = createGates(folder, { ...files, cloudUrl: balancer.url, apiKey: API_KEY }, () => disk.preload());
  const user = createUser(processes[0]?.url ?? "", databaseUrl);
  return {
    folder,
    files,
    postgres,
    databaseUrl,
    processes,
    balancer,
    ai,
    disk,
    user,
    spawnGate,
    readLedger: (): string[] =>
      existsSync(files.ledger) ? readFileSync(files.ledger, "utf8").split("\n").filter(Boolean) : [],
    ledgerBytes: (): number => statSync(files.ledger, { throwIfNoEntry: false })?.size ?? 0,
    /** Ends all faults and lets the gate deliver what waits. */
    async settle(): Promise<void> {
      balancer.set(null);
      ai.set("works");
      disk.set("");
      await Promise.all(processes.map((each) => each.start()));
      const gate = spawnGate({ captureEveryMs: null });
      const limit = setTimeout(() => gate.kill("SIGKILL"), DELIVERED_MS);
      const [code, signal] = await once(gate, "exit");
      clearTimeout(limit);
      if (code === 0) return user.settle();
      const log = readFileSync(path.join(folder, "gate.log"), "utf8").slice(-2_000);
      throw new Error(`the gate did not deliver what waits, and ended with ${String(code ?? signal)}:\n${log}`);
    },
    async stop(): Promise<void> {
      balancer.close();
      ai.close();
      await Promise.all(processes.map((each) => each.end("SIGKILL")));
    },
  };
}

/**
 * Returns a function that starts a gate, on a disk that can fail or on the real one, of this release or of the
 * next one; each life of the gate has its own ids.
 */
function createGates(
  folder: string,
  order: Pick<GateOrder, "outbox" | "ledger" | "picture" | "cloudUrl" | "apiKey">,
  preload: () => Record<string, string>,
) {
  let lives = 0;
  return (changes: Partial<GateOrder>, { onFaultyDisk = false, isNext = false } = {}): ChildProcess => {
    lives += 1;
    const usual = { prefix: `life-${lives}`, clockOffsetMs: 0, captureEveryMs: 10 };
    const whole: GateOrder = { ...order, ...usual, ...changes };
    const env = onFaultyDisk ? { ...process.env, ...preload() } : process.env;
    const program = isNext ? ["--import", NEXT_PROGRAM, GATE] : [GATE];
    return spawnLogged(folder, "gate", [...program, JSON.stringify(whole)], env);
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** One process of the cloud, which can be ended and started again on its port. */
function createProcess(
  folder: string,
  { port, index, databaseUrl, aiUrl }: { port: number; index: number; databaseUrl: string; aiUrl: string },
) {
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...cloudEnvironment({ port, folder, databaseUrl, apiKey: API_KEY, admin: ADMIN }),
    JWT_SECRET: "j".repeat(40),
    AI_SERVICE_URL: aiUrl,
    AI_SERVICE_TOKEN: "faults-ai-token-0123456789",
  };
  let child: ChildProcess | null = null;
  let ownEnds = 0;
  const isReady = async () => (await fetch(`${url}/ready`)).ok || undefined;
  /**
   * Starts the process and, as a supervisor does, restarts it if it ends by itself, as when the database is down
   * during the start.
   */
  const run = (): void => {
    const started = spawnLogged(folder, `cloud-${index}`, [MAIN], env);
    child = started;
    started.once("exit", () => {
      if (child !== started) return;
      ownEnds += 1;
      setTimeout(() => child === started && run(), RESTART_MS);
    });
  };
  return {
    url,
    /** Returns the number of times that the process ended by itself. */
    ownEnds: () => ownEnds,
    /** Starts the process where it does not run, and waits until it answers. */
    async start(): Promise<void> {
      if (child === null) run();
      await waitUntil(`process ${index} of the cloud is ready`, isReady, { timeoutMs: READY_MS });
    },
    async end(signal: NodeJS.Signals): Promise<void> {
      const ending = child;
      child = null;
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
      const exit = once(ending, "exit");
      ending.kill(signal);
      await exit;
    },
  };
}

function spawnLogged(folder: string, name: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const log = openSync(path.join(folder, `${name}.log`), "a");
  const endsWithParent = import.meta.resolve("../demo/end-with-parent.ts");
  const child = spawn(process.execPath, ["--import", endsWithParent, ...args], {
    env,
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  return child;
}
