import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";

const LAST_LINES = 15;
const STOP_TIMEOUT_MS = 15_000;

export type Program = {
  name: string;
  logFile: string;
  /** Resolves when the program has ended, whatever ended it, with how: "exit code 1", "SIGKILL". */
  ended: Promise<string>;
  hasEnded(): boolean;
  /** The end of what it printed, to show when it failed. */
  lastLines(): string;
  /** Asks it to finish (SIGTERM), waits, and ends it after 15 seconds. */
  stop(): Promise<void>;
};

/**
 * Starts one of our programs with its output in a log file. It gets a process group of its own: Ctrl-C reaches only
 * the demonstration, which then stops its programs in order. Should the demonstration be killed, the program stops too.
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
  const child = spawn(process.execPath, ["--import", import.meta.resolve("./end-with-parent.ts"), file, ...args], {
    env,
    stdio: ["ignore", log, log, "ipc"],
    detached: true,
  });
  closeSync(log);
  let over = false;
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  }).finally(() => (over = true));
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
