import type { Database } from "better-sqlite3";
import { OutboxError } from "./outbox-error.ts";

/**
 * Steps that bring a file from one `user_version` to the next; never edited once released. Columns that name a record
 * come before its payload, so that they can still be read when the rest of the row is damaged.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE records (
     ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     kind TEXT NOT NULL,
     camera_id TEXT NOT NULL,
     sequence INTEGER NOT NULL,
     container_number TEXT,
     captured_at_ms INTEGER NOT NULL,
     clock_synchronised INTEGER NOT NULL,
     priority INTEGER NOT NULL,
     payload_version INTEGER NOT NULL,
     sha256 TEXT NOT NULL,
     record_sha256 TEXT,
     size_bytes INTEGER NOT NULL,
     attempts INTEGER NOT NULL DEFAULT 0,
     next_attempt_at_ms INTEGER,
     last_status INTEGER,
     last_error TEXT,
     parked_at_ms INTEGER,
     parked_reason TEXT,
     payload BLOB NOT NULL
   ) STRICT;
   CREATE INDEX records_waiting ON records (camera_id, priority, ordinal) WHERE parked_at_ms IS NULL;
   CREATE INDEX records_sizes ON records (parked_at_ms, kind, captured_at_ms, size_bytes);
   -- A scan with sequence 0 waits for its container number: it is on no chain yet, and is not delivered.
   CREATE INDEX records_unnumbered ON records (ordinal) WHERE sequence = 0;
   CREATE TABLE pictures (
     record_ordinal INTEGER NOT NULL REFERENCES records (ordinal) ON DELETE CASCADE,
     role TEXT NOT NULL,
     sha256 TEXT NOT NULL,
     size_bytes INTEGER NOT NULL,
     bytes BLOB,
     PRIMARY KEY (record_ordinal, role)
   ) STRICT;
   CREATE INDEX pictures_dropped ON pictures (record_ordinal) WHERE bytes IS NULL;
   CREATE INDEX pictures_full_size ON pictures (record_ordinal) WHERE role <> 'small' AND bytes IS NOT NULL;
   CREATE TABLE sequences (
     camera_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     last_sequence INTEGER NOT NULL,
     last_record_sha256 TEXT NOT NULL,
     last_delivered_sequence INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (camera_id, kind)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE deliveries (
     ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL,
     kind TEXT NOT NULL,
     camera_id TEXT NOT NULL,
     sequence INTEGER NOT NULL,
     container_number TEXT,
     delivered_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE intake (
     hour_start_ms INTEGER PRIMARY KEY,
     first_at_ms INTEGER NOT NULL,
     bytes INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE gaps (
     camera_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     from_sequence INTEGER NOT NULL,
     to_sequence INTEGER NOT NULL,
     quarantine TEXT NOT NULL,
     PRIMARY KEY (camera_id, kind, from_sequence, quarantine)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE picture_keys (
     ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
     camera_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     picture_key TEXT NOT NULL,
     UNIQUE (camera_id, kind, picture_key)
   ) STRICT;
   CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   INSERT INTO facts VALUES ('last_delivered_at_ms', 0), ('refused', 0);`,
];

/** The `user_version` of release 3.0.0, the first one; smaller ones were never released. */
const FIRST_VERSION = 3;
/** The `user_version` that this program reads and writes. */
const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length - 1;

/**
 * The oldest program, by the version that it reads and writes, that may use a file of this program's version. A step
 * that only adds what an older program does without leaves it as it is, so that the previous release can be installed
 * again while records wait; any other step sets it to its own version.
 */
const LEAST_PROGRAM = 3;

const versionOf = (db: Database): number => Number(db.pragma("user_version", { simple: true }));

/** The oldest program that may use a file of a newer one; files that lack the fact take their own only. */
const leastProgramOf = (db: Database): number =>
  db.prepare<[], number>("SELECT value FROM facts WHERE name = 'least_program'").pluck().get() ?? versionOf(db);

/**
 * Throws when the file was written by a newer program whose files this one may not use, or by a version from before the
 * first release; changes nothing.
 */
export function refuseFile(db: Database): void {
  if (versionOf(db) > SCHEMA_VERSION || isUnreleased(db)) assertSchemaVersion(db);
}

const isUnreleased = (db: Database): boolean => versionOf(db) > 0 && versionOf(db) < FIRST_VERSION;

/** Throws unless this program may use the file: one of its version, or of a newer program that permits it. */
export function assertSchemaVersion(db: Database): void {
  const version = versionOf(db);
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION && leastProgramOf(db) <= SCHEMA_VERSION) return;
  throw new OutboxError({
    operation: "read",
    subject: db.name,
    reason: `it has schema version ${version}, this program knows version ${SCHEMA_VERSION}`,
    hint: hintFor(db),
  });
}

function hintFor(db: Database): string {
  if (isUnreleased(db))
    return "A version from before release 3.0.0 wrote it. Deliver its records with that version, or move the file away.";
  return versionOf(db) < SCHEMA_VERSION
    ? "Start the agent once to upgrade the file."
    : "Install the newer agent again.";
}

/** Brings a new or older file to this program's version, one transaction per step; tests give a later one's steps. */
export function migrate(db: Database, migrations = MIGRATIONS): void {
  const done = versionOf(db) === 0 ? 0 : versionOf(db) - FIRST_VERSION + 1;
  for (const [index, statements] of [...migrations.entries()].slice(done)) {
    db.transaction(() => {
      db.exec(statements);
      db.prepare("INSERT OR REPLACE INTO facts VALUES ('least_program', ?)").run(LEAST_PROGRAM);
      db.pragma(`user_version = ${FIRST_VERSION + index}`);
    }).immediate();
  }
}
