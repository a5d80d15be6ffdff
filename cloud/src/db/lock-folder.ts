import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { hasCode } from "./error-code.ts";

/** The folder is open in another process; the message says what to do. */
export class FolderInUseError extends Error {
  readonly pid: string;
  constructor(folder: string, pid: string) {
    super(
      `The embedded database in ${folder} is in use by process ${pid}. Stop that process, ` +
        "or give this one another DATA_DIR or a DATABASE_URL.",
    );
    this.pid = pid;
  }
}

/**
 * Takes the lock of a folder that only one process may have open, as `<folder>.lock` with the process id and when that
 * process started. A lock whose process is gone is taken over. Returns the release; throws FolderInUseError when the folder is in use.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  const own = `${process.pid} ${startOf(process.pid)}`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, own, { flag: "wx", mode: 0o600 });
      return () => unlinkSync(file);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    const [pid = "", started = ""] = readFileSync(file, "utf8").split(" ");
    if (isRunning(Number(pid), started)) throw new FolderInUseError(folder, pid);
    unlinkSync(file);
  }
  throw new Error(`The lock ${file} could not be taken: other processes keep taking it. Start one service only.`);
}

/** A process id may be another program's by now, most of all in containers: the start time tells them apart. */
function isRunning(pid: number, started: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, "EPERM")) return false;
  }
  return startOf(pid) === started;
}

/** When a process started, in clock ticks since boot; empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
