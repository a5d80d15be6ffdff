import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdtempSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { stringify } from "yaml";
import { edgeApiKey } from "./cloud-process.ts";
import { freePort } from "./free-port.ts";
import { demoFolder } from "./truth.ts";

const cli = path.resolve(import.meta.dirname, "../../../edge-agent/src/cli.ts");

export type AgentSettings = {
  cloudUrl: string;
  containerNumber: string;
  loop: boolean;
  /** Cameras used instead of the recording, each with its own station. */
  cameraUrls?: string[];
  /** Number of frames per second of the video's time; the recording has ten. */
  framesPerSecond?: number;
  /** The collector that its traces go to; none without it. */
  traces?: string;
  /** Added to the environment of the program. */
  env?: NodeJS.ProcessEnv;
};

/**
 * Runs the real agent program on a separate data folder. The camera delivers every recorded frame as fast as the agent
 * takes it, with the video's own times.
 */
export async function createAgent(folder: string, settings: AgentSettings) {
  const { cloudUrl, containerNumber, loop, framesPerSecond = 10, traces, env = {} } = settings;
  const recording = `file://${demoFolder}/loads.mp4?pace=consumer&loop=${loop}`;
  const { cameraUrls = [recording] } = settings;
  const nameOf = (name: string, index: number) => (index === 0 ? name : `${name}-${index + 1}`);
  const dataDir = path.join(folder, "agent");
  mkdirSync(dataDir, { recursive: true });
  const statusPort = await freePort();
  const configFile = path.join(folder, "edge-agent.yaml");
  writeFileSync(
    configFile,
    stringify({
      cloud: { url: cloudUrl, apiKey: edgeApiKey },
      device: { id: "walk-box" },
      dataDir,
      models: { category: { file: "bundled:category-demo", confidence: 0.25 } },
      cameras: cameraUrls.map((url, index) => ({ id: nameOf("walk-camera", index), url, framesPerSecond })),
      stations: cameraUrls.map((_, index) => ({
        id: nameOf("walk-gate", index),
        camera: nameOf("walk-camera", index),
        model: "category",
        container: { fixed: containerNumber },
      })),
      ...(traces === undefined ? {} : { traces: { endpoint: traces } }),
      status: { port: statusPort, host: "127.0.0.1" },
    }),
  );
  let child: ReturnType<typeof spawn> | undefined;

  return {
    start() {
      child = spawn(process.execPath, [cli, "run", "--config", configFile], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, ...env },
      });
      const log = createWriteStream(path.join(folder, "agent.log"), { flags: "a" });
      child.stdout?.pipe(log, { end: false });
      child.stderr?.pipe(log, { end: false });
    },
    /** Sends a signal and waits until the program has ended; resolves with its exit code. */
    async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      const ended = once(child, "exit");
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
    /** Returns the process id of the program that was started last. */
    processId: () => child?.pid,
    status: async () => (await (await fetch(`http://127.0.0.1:${statusPort}/status`)).json()) as AgentStatus,
    /** Reads the current outbox from a copy of its files, as a dead agent left them. */
    readOutbox: () => readOutbox(folder, dataDir),
  };
}
export type Agent = Awaited<ReturnType<typeof createAgent>>;

/** The part of the agent's status that the walk looks at. */
type AgentStatus = {
  cameras: {
    state: string;
    lastErrorKind: string | null;
    framesDelivered: number;
    framesDropped: number;
    restarts: number;
  }[];
  stations: { scans: number }[];
  outbox: { pending: number; parked: number };
  refused: { unsaved: number; lostScans: number };
  watching: { cameras: string[] };
};

function readOutbox(folder: string, dataDir: string): { scanIds: string[]; waiting: number; parked: number } {
  const file = path.join(dataDir, "outbox.sqlite");
  const empty = { scanIds: [], waiting: 0, parked: 0 };
  if (!existsSync(file)) return empty;
  const copy = path.join(mkdtempSync(path.join(folder, "copy-")), "outbox.sqlite");
  for (const suffix of ["", "-wal"]) if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  const database = new Database(copy);
  try {
    // A start that was killed may have left a file without tables.
    const isBegun = database.prepare("select 1 from sqlite_master where name = 'deliveries'").get() !== undefined;
    if (!isBegun) return empty;
    const ids = database
      .prepare(
        "select id from records where kind = 'category-scan' union select id from deliveries where kind = 'category-scan'",
      )
      .pluck()
      .all() as string[];
    const count = (where: string) =>
      database.prepare(`select count(*) from records where ${where}`).pluck().get() as number;
    return { scanIds: ids, waiting: count("parked_at_ms is null"), parked: count("parked_at_ms is not null") };
  } finally {
    database.close();
  }
}
