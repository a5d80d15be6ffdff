import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The demonstration cannot start; the message states why, and what to do. */
export class CannotStartError extends Error {}

const SQLITE_BUSY = 5;
/** Kept here, because a database that nothing refers to is closed, and its lock released. */
const held = new Set<DatabaseSync>();

/**
 * Makes sure, before anything is started or overwritten, that no other demonstration runs on `dataDir`: takes SQLite's
 * exclusive lock on a file in it. The system releases the lock when the process ends, however it ends, so that no stale
 * lock can prevent a start. Returns the release, which only tests need. Throws CannotStartError.
 */
export function claimDataDir(dataDir: string): () => void {
  // In a separate file: on Linux a process that opens and closes a locked file loses its locks on it.
  const pidFile = path.join(dataDir, "demonstration.pid");
  try {
    mkdirSync(dataDir, { recursive: true });
    const release = takeLock(path.join(dataDir, "demonstration.lock"));
    writeFileSync(pidFile, `${process.pid}\n`);
    return release;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY)
      throw new CannotStartError(
        `The demonstration already runs on ${dataDir}, as process ${readPid(pidFile)}. Open that one, stop it ` +
          "(Ctrl-C in its terminal), or start this one with another DATA_DIR and PORT.",
      );
    throw new CannotStartError(`DATA_DIR ${dataDir} cannot be used: ${String(error)}`);
  }
}

/** Throws SQLITE_BUSY where another process, or this one, holds the lock. */
function takeLock(file: string): () => void {
  const lock = new DatabaseSync(file);
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw error;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}

/**
 * The first free port of this machine from `port` on that no other demonstration has taken: the programs that listen
 * on it start much later, and another start in the meantime must not take the same one.
 */
export async function takePort(port: number): Promise<number> {
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
  return free && claimPort(port) ? port : takePort(port + 1);
}

function claimPort(port: number): boolean {
  const folder = path.join(tmpdir(), `inspection-demonstration-${userInfo().username}`);
  try {
    mkdirSync(folder, { recursive: true });
    takeLock(path.join(folder, `port-${port}.lock`));
    return true;
  } catch (error) {
    // Where no lock can be written, the port is as free as the probe found.
    return !(error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY);
  }
}

function readPid(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    // The process that holds the lock has not written it yet.
    return "unknown";
  }
}

/** The wanted port, if it is free; "0" finds a free one. Throws CannotStartError. */
export async function freePort(wanted: string): Promise<number> {
  const port = Number(wanted);
  if (!/^\d+$/.test(wanted) || port > 65_535)
    throw new CannotStartError(`PORT is "${wanted}": it must be a whole number from 0 to 65535.`);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", ({ message }) =>
      reject(
        new CannotStartError(
          `Port ${port} cannot be used (${message}). Stop the program that uses it, or choose another port: ` +
            "PORT=3001 npm start",
        ),
      ),
    );
    probe.listen(port, () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => resolve(found));
    });
  });
}
