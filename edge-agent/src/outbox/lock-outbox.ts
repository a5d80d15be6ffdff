import { readFileSync, rmSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { errorCodeOf, explainStorageError, OutboxError } from "./outbox-error.ts";

/**
 * Locks the outbox for this process until it is released or the process dies: SQLite's exclusive lock on a file beside
 * it, which the system releases by itself, so that no stale lock can stop a restart. Throws OutboxError naming the
 * holder. The holder's pid is in a separate file, because a process that reads a locked file loses its lock.
 */
export function lockOutbox(file: string): { release(): void } {
  const pidFile = `${file}.pid`;
  const db = openLockFile(`${file}.lock`);
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE");
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    db.close();
    if (errorCodeOf(error) !== "SQLITE_BUSY") throw explainStorageError("lock", file, error);
    throw new OutboxError({
      operation: "open",
      subject: file,
      reason: `process ${readPid(pidFile)} uses it`,
      hint: "Only one agent may run on a data folder: stop that process, or configure another data folder.",
      code: "SQLITE_BUSY",
      cause: error,
    });
  }
  return {
    release() {
      rmSync(pidFile, { force: true });
      db.close();
    },
  };
}

function openLockFile(file: string): Database.Database {
  try {
    return new Database(file, { timeout: 0 });
  } catch (error) {
    throw explainStorageError("lock", file, error);
  }
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, "utf8").trim() || "unknown";
  } catch {
    return "unknown";
  }
}
