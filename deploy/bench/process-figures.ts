import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

// Figures of processes as Linux states them under /proc.

const tickMs = 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
/** User and system time of a process, and then those of its children that have ended. */
const OWN = 2;
const OWN_AND_ENDED = 4;

/**
 * Processor time in milliseconds that a program has taken so far with its children, those that have ended among them.
 * A Postgres server is the program whose children serve the connections.
 */
export function processorMs(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + ownProcessorMs(child), ticksOf(pid, OWN_AND_ENDED) * tickMs);
}

/** Processor time in milliseconds that a process has taken so far without its children; 0 once it has ended. */
export function ownProcessorMs(pid: number): number {
  return ticksOf(pid, OWN) * tickMs;
}

/** Processes that a process has started and that run; none once it has ended. */
export function childrenOf(pid: number): number[] {
  return (readProcess(pid, `task/${pid}/children`) ?? "").split(" ").filter(Boolean).map(Number);
}

/**
 * Memory of a process in MiB, with pages that processes share divided among them; `part`, such as "Pss_Anon", is a
 * line of /proc/PID/smaps_rollup. Throws an error with the code ENOENT or ESRCH once the process has ended.
 */
export function proportionalMebibytes(pid: number, part = "Pss"): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(new RegExp(String.raw`^${part}:\s+(\d+)`, "m").exec(rollup)?.[1]) / 1_024;
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
