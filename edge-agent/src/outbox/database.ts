import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { OutboxError } from "./outbox-error.ts";
import { prepared } from "./prepared.ts";
import { assertSchemaVersion, migrate, refuseFile } from "./schema.ts";

/** The first version without the WAL-reset bug, which could lose a commit when two connections checkpoint at once. */
const MIN_SQLITE_VERSION = "3.51.3";
export const PAGE_SIZE_BYTES = 8192;
const JOURNAL_SIZE_LIMIT_BYTES = 16 * 1024 * 1024;
/** Number of pages that settling a record may use beyond the cap that holds for captures. */
const DRAIN_RESERVE_PAGES = 1024;
const SYNCHRONOUS_FULL = 2;
const AUTO_VACUUM_INCREMENTAL = 2;

export type DatabaseBounds = { maxBytes: number; busyTimeoutMs: number };

/**
 * Opens the file, makes it when missing, and brings it to this program's version. Every setting that durability and
 * bounds rest on is made and asserted each time, because SQLite keeps almost none of them in the file: a reopened WAL
 * database would fall back to `synchronous=NORMAL` without a word.
 */
export function openDatabase(file: string, bounds: DatabaseBounds): Database.Database {
  const db = new Database(file, { timeout: bounds.busyTimeoutMs });
  return configured(db, () => {
    refuseFile(db);
    if (numberSetting(db, "page_count") === 0) {
      db.pragma(`page_size = ${PAGE_SIZE_BYTES}`);
      db.pragma("auto_vacuum = INCREMENTAL");
    }
    setDurability(db, bounds);
    migrate(db);
    assertSetting(db, "auto_vacuum", AUTO_VACUUM_INCREMENTAL);
  });
}

/** Opens a file that another process may hold for life, changing nothing by that; throws when it is missing or old. */
export function openBesideWriter(file: string, bounds: DatabaseBounds): Database.Database {
  // SQLite deletes the write-ahead log of an empty file, and with it the records in there: leave that file alone.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    throw new OutboxError({
      operation: "open",
      subject: file,
      reason: "the outbox does not exist",
      hint: "Check the data folder in the configuration, and start the agent once.",
    });
  }
  // It may have been removed since the look above; a command beside the agent must not make one that the agent gets.
  const db = new Database(file, { timeout: bounds.busyTimeoutMs, fileMustExist: true });
  return configured(db, () => {
    setDurability(db, bounds);
    assertSchemaVersion(db);
  });
}

/** Runs a write that gives space back, with the reserve that is kept from captures. */
export function withDrainReserve<T>(db: Database.Database, bounds: DatabaseBounds, write: () => T): T {
  db.pragma(`max_page_count = ${maxPages(bounds) + DRAIN_RESERVE_PAGES}`);
  try {
    return write();
  } finally {
    db.pragma(`max_page_count = ${maxPages(bounds)}`);
  }
}

/** Runs a write that may use the pages that are free, but not make the file larger. */
export function withoutGrowth<T>(db: Database.Database, bounds: DatabaseBounds, write: () => T): T {
  db.pragma(`max_page_count = ${numberSetting(db, "page_count")}`);
  try {
    return write();
  } finally {
    db.pragma(`max_page_count = ${maxPages(bounds)}`);
  }
}

/** Bytes of the pages in use, and of those that captures may still fill: within the cap, and on the disk. */
export function databaseBytes(
  db: Database.Database,
  { spareDiskBytes, ...bounds }: DatabaseBounds & { spareDiskBytes: number | null },
): { used: number; free: number } {
  const sizeBytes = numberSetting(db, "page_count") * PAGE_SIZE_BYTES;
  const unusedBytes = numberSetting(db, "freelist_count") * PAGE_SIZE_BYTES;
  const used = sizeBytes - unusedBytes;
  const withinCap = Math.max(0, maxPages(bounds) * PAGE_SIZE_BYTES - used);
  if (spareDiskBytes === null) return { used, free: withinCap };
  // What only the write-ahead log contains so far makes the file larger later.
  const unfoldedBytes = Math.max(0, sizeBytes - statSync(db.name).size);
  return { used, free: Math.min(withinCap, unusedBytes + Math.max(0, spareDiskBytes - unfoldedBytes)) };
}

const maxPages = ({ maxBytes }: DatabaseBounds): number => Math.floor(maxBytes / PAGE_SIZE_BYTES);

function configured(db: Database.Database, configure: () => void): Database.Database {
  try {
    assertSqliteVersion(db.name, db.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "");
    configure();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function setDurability(db: Database.Database, bounds: DatabaseBounds): void {
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma(`busy_timeout = ${bounds.busyTimeoutMs}`);
  db.pragma(`journal_size_limit = ${JOURNAL_SIZE_LIMIT_BYTES}`);
  db.pragma(`max_page_count = ${maxPages(bounds)}`);
  db.pragma("foreign_keys = ON");
  db.pragma("cell_size_check = ON");
  assertSetting(db, "journal_mode", "wal");
  assertSetting(db, "synchronous", SYNCHRONOUS_FULL);
  assertSetting(db, "busy_timeout", bounds.busyTimeoutMs);
  assertSetting(db, "journal_size_limit", JOURNAL_SIZE_LIMIT_BYTES);
  assertSetting(db, "foreign_keys", 1);
  // A file that is larger than a cap lowered since keeps its size; it grows no further.
  assertSetting(db, "max_page_count", Math.max(maxPages(bounds), numberSetting(db, "page_count")));
}

const numberSetting = (db: Database.Database, name: string): number =>
  prepared<[], number>(db, `PRAGMA ${name}`).pluck().get() ?? 0;

function assertSetting(db: Database.Database, name: string, expected: string | number): void {
  const actual = db.pragma(name, { simple: true });
  if (actual === expected) return;
  throw new OutboxError({
    operation: "open",
    subject: db.name,
    reason: `SQLite keeps ${name} at ${String(actual)} instead of ${expected}`,
    hint: "Captures would not be safe. Use a data folder on a local file system that supports locks and shared memory.",
  });
}

/** Throws OutboxError on a version, such as "3.51.3", to which the captures of a file cannot be trusted. */
export function assertSqliteVersion(file: string, version: string): void {
  if (version.localeCompare(MIN_SQLITE_VERSION, "en", { numeric: true }) >= 0) return;
  throw new OutboxError({
    operation: "open",
    subject: file,
    reason: `SQLite is ${version}`,
    hint: `Captures need ${MIN_SQLITE_VERSION} or newer: reinstall the agent's dependencies.`,
  });
}
