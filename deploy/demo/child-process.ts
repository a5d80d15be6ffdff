import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";

const LAST_LINES = 15;
const STOP_TIMEOUT_MS = 15_000;

export type Program = {
  name: string;
  /** Resolves with the exit code when the program has ended, whatever ended it. */
  ended: Promise<number | null>;
  hasEnded(): boolean;
  /** The end of what it printed, to show when it failed. */
  lastLines(): string;
  /** Asks it to finish (SIGTERM), waits, and ends it after 15 seconds. */
  stop(): Promise<void>;
};

/**
 * Starts one of our programs with its output in a log file. It gets a process group of its own: Ctrl-C reaches only
 * the demonstration, which then stops its programs in order.
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
  const log = openSync(logFile, "w");
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ["ignore", log, log], detached: true });
  closeSync(log);
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.once("error", () => resolve(null));
  });
  return {
    name,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    lastLines: () => readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-LAST_LINES).join("\n"),
    stop: () => stop(child, ended),
  };
}

async function stop(child: ChildProcess, ended: Promise<number | null>): Promise<void> {
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(force);
}
