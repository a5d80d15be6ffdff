import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import path from "node:path";
import { type CloudApi, signIn } from "./cloud-api.ts";
import { waitUntil } from "./wait-until.ts";

const EMAIL = "admin@localhost";
const START_TIMEOUT_MS = 300_000;
/** The file of a sample picture. */
export const samplePicture = (name: string): string =>
  path.resolve(import.meta.dirname, "../../edge-agent/models/samples", name);

export type Demonstration = {
  /** The address of the cloud. */
  url: string;
  /** The account whose password was printed, and the API as it sees it. */
  admin: { email: string; password: string };
  api: CloudApi;
  /** Drops a sample picture into a folder of the gate. */
  drop: (sample: string, folder: "x-ray" | "outside") => void;
  /** Ctrl-C: the exit code, and all that was printed. */
  stop: () => Promise<{ code: number | null; output: string }>;
  /** Ends it without notice. */
  kill: () => Promise<unknown>;
};

/** Runs what `npm start` runs until it states that all is running. Throws when it ends before, or takes five minutes. */
export async function startDemonstration({ dataDir, port }: { dataDir: string; port: number }): Promise<Demonstration> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "start.ts")], {
    env: { PATH, PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const end = (signal: NodeJS.Signals) => endOf(child, signal);
  try {
    const runs = () => Promise.resolve(hasEnded(child) || output.includes("Press Ctrl-C to stop.") || undefined);
    await waitUntil("the demonstration runs", runs, { timeoutMs: START_TIMEOUT_MS });
    if (hasEnded(child)) throw new Error(`the demonstration ended:\n${output}`);
    const url = `http://localhost:${port}`;
    const password = /Password +(\S+)/.exec(output)?.[1] ?? "";
    const api = await signIn(url, EMAIL, password);
    if (api === undefined) throw new Error(`the printed password is wrong:\n${output}`);
    return {
      url,
      admin: { email: EMAIL, password },
      api,
      drop: (sample, folder) => copyFileSync(samplePicture(sample), path.join(dataDir, "demo", folder, sample)),
      stop: async () => ({ code: await end("SIGINT"), output }),
      kill: () => end("SIGKILL"),
    };
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Sends the signal to a program that runs; its exit code once it has ended. */
async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
  return child.exitCode;
}
