import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { Database } from "better-sqlite3";
import { OutboxError } from "../outbox-error.ts";
import { syncPath } from "../../base/sync-path.ts";

/** Files of an open database, by inode; null for a missing one. */
export type FileIdentity = { database: number | null; log: number | null };

const inodeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.ino ?? null;

export const identifyFiles = (file: string): FileIdentity => ({
  database: inodeOf(file),
  log: inodeOf(`${file}-wal`),
});

/**
 * Returns the name of the open database's file that was removed or replaced, or null. SQLite does not notice: it would
 * keep writing to files without a name, which the next start never sees.
 */
export function findDisplaced(file: string, opened: FileIdentity): "database" | "log" | null {
  const now = identifyFiles(file);
  if (now.database !== opened.database) return "database";
  return now.log === opened.log ? null : "log";
}

/** Checkpoints a log that was removed into the database. The connection is to be closed and opened again. */
export function foldDisplacedLog(db: Database): void {
  const busy = db.prepare<[], number>("PRAGMA wal_checkpoint(TRUNCATE)").pluck().get();
  if (busy === 0) return;
  throw new OutboxError({
    operation: "save the write-ahead log of",
    subject: db.name,
    reason: "it was removed while in use, and another process is reading the outbox",
    hint: "Stop that process; the agent retries automatically.",
    code: "SQLITE_BUSY",
  });
}

const rescuedFile = (file: string) => `${file}.rescued`;

/** Copies the open database, with all that its log holds, beside its old place; `placeRescued` puts it there. */
export function rescueDisplacedDatabase(db: Database, file: string): void {
  const copy = rescuedFile(file);
  rmSync(copy, { force: true });
  db.prepare<[string]>("VACUUM INTO ?").run(copy);
  syncPath(copy);
  // The copy's name too: without it, a power cut after the log is removed would leave neither.
  syncPath(path.dirname(file));
  db.close();
  // The log and its index were the open database's: the copy has all that is in them.
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/** Puts a rescued copy into its place, if there is one; `setAside` moves a file that is already there. */
export function placeRescued(file: string, setAside: () => void): void {
  const copy = rescuedFile(file);
  if (!existsSync(copy)) return;
  if (existsSync(file)) setAside();
  renameSync(copy, file);
  syncPath(path.dirname(file));
}
