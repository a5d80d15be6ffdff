import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const tickMs = 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
/** User and system time of a process, and then those of its children that have ended. */
const OWN = 2;
const OWN_AND_ENDED = 4;

/**
 * Processor time in milliseconds that a program has taken so far with its children, those that have ended among them
 * (Linux). A Postgres server is the program whose children serve the connections.
 */
export function processorMs(pid: number): number {
  const children = readProcess(pid, `task/${pid}/children`)?.split(" ").filter(Boolean) ?? [];
  const ticks = children.reduce((sum, child) => sum + ticksOf(Number(child), OWN), ticksOf(pid, OWN_AND_ENDED));
  return ticks * tickMs;
}

function ticksOf(pid: number, fields: number): number {
  // After the name in parentheses the fields begin with the third; the times are the fourteenth to the seventeenth.
  const times =
    readProcess(pid, "stat")
      ?.split(") ")
      .at(-1)
      ?.split(" ")
      .slice(11, 11 + fields) ?? [];
  return times.map(Number).reduce((sum, each) => sum + each, 0);
}

/** A file of a process; undefined once the process has ended. */
function readProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
