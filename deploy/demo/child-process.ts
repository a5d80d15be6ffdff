import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openLogFile } from "./log-file.ts";

const LAST_LINES = 15;
const STOP_TIMEOUT_MS = 15_000;

export type Program = {
  name: string;
  logFile: string;
  /** Resolves when the program has ended, with the exit code or the signal: "exit code 1", "SIGKILL". */
  ended: Promise<string>;
  hasEnded(): boolean;
  /** The last lines of its output, for a failure report. */
  lastLines(): string;
  /** Sends SIGTERM, waits, and kills it after 15 seconds. */
  stop(): Promise<void>;
};

/**
 * Starts one of our programs with its output in a log file, in its own process group: Ctrl-C reaches only the
 * demonstration, which then stops its programs in order. If the demonstration is killed, the program stops as well.
 */
export function startProgram(
  name: string,
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  logFolder: string,
): Program {
  mkdirSync(logFolder, { recursive: true });
  const logFile = path.join(logFolder, `${name}.log`);
  const log = openLogFile(logFile);
  const child = spawn(process.execPath, ["--import", import.meta.resolve("./end-with-parent.ts"), file, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => log.write(chunk));
  const written = new Promise<void>((resolve) => child.once("close", () => resolve(log.close())));
  let over = false;
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  })
    // Its last lines are in the log then, unless its child processes still hold the pipe.
    .then((how) => Promise.race([written, delay(1_000)]).then(() => how))
    .finally(() => (over = true));
  return {
    name,
    logFile,
    ended,
    hasEnded: () => over,
    lastLines: () => readFileSync(logFile, "utf8").trim().split("\n").slice(-LAST_LINES).join("\n"),
    stop: () => stop(child, ended),
  };
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(force);
}
