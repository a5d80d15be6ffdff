import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const tickMs = 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Processor time that processes and the children they have waited for took so far, in milliseconds (Linux). */
export function processorMs(pids: readonly number[]): number {
  // After the name in parentheses the fields begin with the third: user, system, children's user and system time.
  const ticks = pids.flatMap((pid) => statOf(pid)?.slice(11, 15) ?? []).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) * tickMs;
}

/** A server with its processes, one for each connection. */
export function serverProcesses(pid: number): number[] {
  const running = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return [pid, ...running.filter((each) => parentOf(each) === pid)];
}

/** The process that started another one. */
export const parentOf = (pid: number): number => Number(statOf(pid)?.[1]);

function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
  } catch {
    // It has ended.
    return undefined;
  }
}
