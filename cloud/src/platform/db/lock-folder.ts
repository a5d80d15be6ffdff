import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { hasCode } from "./error-code.ts";

/** The folder is open in another process; the message explains what to do. */
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

/** Processes that start at once and see each other try again, a random moment later. */
const ATTEMPTS = 20;
const LONGEST_WAIT_MS = 50;

/**
 * Takes the lock of a folder that only one process may have open. Returns the release; throws FolderInUseError when the
 * folder is in use.
 *
 * `<folder>.lock` holds one file for each process that has, or asks for, the lock, named by its process id and start
 * time. A process writes its own file first and looks for others then, so that of two at least one sees the other and
 * withdraws. The file of a process that has ended is deleted by the next process that finds it: its name is never used
 * again, so that no process deletes the lock of a live one.
 */
export function lockFolder(folder: string): () => void {
  const locks = `${folder}.lock`;
  const own = pathInside(locks, `${process.pid}-${startOf(process.pid)}`);
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(own, "", { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (hasCode(error, "EEXIST")) throw new FolderInUseError(folder, String(process.pid));
      throw error;
    }
    const other = findOther(locks, path.basename(own));
    if (other === undefined) return () => unlinkSync(own);
    unlinkSync(own);
    if (attempt === ATTEMPTS) throw new FolderInUseError(folder, other);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * LONGEST_WAIT_MS);
  }
}

/** The id of a live process beside this one that has or wants the lock; the files of others are deleted. */
function findOther(locks: string, own: string): string | undefined {
  for (const name of readdirSync(locks).filter((other) => other !== own)) {
    const [pid = "", started = ""] = name.split("-");
    if (isRunning(Number(pid), started)) return pid;
    rmFile(pathInside(locks, name));
  }
  return undefined;
}

/** Deletes a file that another process may have deleted before. */
function rmFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

/** A process id may have been reused, especially in containers: the start time distinguishes the processes. */
function isRunning(pid: number, started: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, "EPERM")) return false;
  }
  return startOf(pid) === started;
}

/**
 * Returns the start time of a process in clock ticks since boot; empty if the system does not report it.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
