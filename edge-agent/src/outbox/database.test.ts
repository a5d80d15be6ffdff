import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { assertSqliteVersion, databaseBytes, openBesideWriter, openDatabase, withoutGrowth } from "./database.ts";
import { MIGRATIONS, migrate } from "./schema.ts";
import { temporaryFolder } from "./testing/captures.ts";
import { openFilesIn } from "./testing/damage-file.ts";

const PAGE = 8_192;
const BOUNDS = { maxBytes: 100 * PAGE, busyTimeoutMs: 0 };
const UNSAFE =
  "Captures would not be safe. Use a data folder on a local file system that supports locks and shared memory.";

function open(folder = temporaryFolder()) {
  const file = path.join(folder, "outbox.db");
  const db = openDatabase(file, BOUNDS);
  onTestFinished(() => void db.close());
  return { folder, file, db };
}

/** The message that opening fails with. */
function failure(work: () => Database.Database): string {
  try {
    work().close();
    return "none";
  } catch (error) {
    return String(error);
  }
}

test("every setting that captures rest on holds in the agent's file, and for a command beside it", () => {
  const { file, db } = open();
  const settings = (opened: Database.Database) =>
    Object.fromEntries(
      [
        "journal_mode",
        "synchronous",
        "busy_timeout",
        "journal_size_limit",
        "max_page_count",
        "foreign_keys",
        "cell_size_check",
        "page_size",
        "auto_vacuum",
        "user_version",
      ].map((name) => [name, opened.pragma(name, { simple: true })]),
    );
  const expected = {
    journal_mode: "wal",
    synchronous: 2,
    busy_timeout: 0,
    journal_size_limit: 16 * 1024 ** 2,
    max_page_count: 100,
    foreign_keys: 1,
    cell_size_check: 1,
    page_size: PAGE,
    auto_vacuum: 2,
    user_version: 3,
  };
  expect(settings(db)).toEqual(expected);
  const beside = openBesideWriter(file, BOUNDS);
  expect(settings(beside)).toEqual(expected);
  beside.close();
});

test("storage that cannot keep the required settings, and an old SQLite, are refused with the fix", () => {
  expect(failure(() => openDatabase(":memory:", BOUNDS))).toBe(
    `OutboxError: Cannot open :memory:: SQLite keeps journal_mode at memory instead of wal (OUTBOX). ${UNSAFE}`,
  );
  for (const version of ["3.51.3", "3.52.0", "3.100.0", "4.0.0"]) assertSqliteVersion("outbox.db", version);
  for (const version of ["", "3.51.2", "3.9.9"]) {
    expect(() => assertSqliteVersion("outbox.db", version)).toThrow(
      `Cannot open outbox.db: SQLite is ${version} (OUTBOX). Captures need 3.51.3 or newer: reinstall the agent's dependencies.`,
    );
  }
});

test("a file of another version is refused unchanged, and beside an agent, so is one that is missing or empty", () => {
  const { folder, file, db } = open();
  db.pragma("user_version = 0");
  db.close();
  expect(failure(() => openBesideWriter(file, BOUNDS))).toBe(
    `OutboxError: Cannot read ${file}: it has schema version 0, this program knows version 3 (OUTBOX). Start the agent once to upgrade the file.`,
  );
  const newer = new Database(file);
  newer.exec("PRAGMA user_version = 4; DELETE FROM facts WHERE name = 'least_program'; PRAGMA journal_mode = DELETE");
  newer.close();
  const before = readFileSync(file);
  const refusal = `OutboxError: Cannot read ${file}: it has schema version 4, this program knows version 3 (OUTBOX). Install the newer agent again.`;
  expect(failure(() => openDatabase(file, BOUNDS))).toBe(refusal);
  expect(readFileSync(file)).toEqual(before);
  expect(failure(() => openBesideWriter(file, BOUNDS))).toBe(refusal);
  const missing = path.join(folder, "missing.db");
  const empty = path.join(folder, "empty.db");
  writeFileSync(empty, "");
  for (const none of [missing, empty]) {
    expect(failure(() => openBesideWriter(none, BOUNDS))).toBe(
      `OutboxError: Cannot open ${none}: the outbox does not exist (OUTBOX). Check the data folder in the configuration, and start the agent once.`,
    );
  }
  expect(openFilesIn(folder)).toEqual([]);
});

test.each([1, 2])("a file from before the first release, of version %s, is refused unchanged", (version) => {
  const { file, db } = open();
  db.close();
  const unreleased = new Database(file);
  unreleased.exec(`PRAGMA user_version = ${version}; PRAGMA journal_mode = DELETE`);
  unreleased.close();
  const before = readFileSync(file);
  const refusal =
    `OutboxError: Cannot read ${file}: it has schema version ${version}, this program knows version 3 (OUTBOX). ` +
    "A version from before release 3.0.0 wrote it. Deliver its records with that version, or move the file away.";
  expect(failure(() => openDatabase(file, BOUNDS))).toBe(refusal);
  expect(readFileSync(file)).toEqual(before);
  expect(failure(() => openBesideWriter(file, BOUNDS))).toBe(refusal);
});

test("a file of an earlier release is brought to the version of the next one, step by step, with its records", () => {
  const { db } = open();
  db.exec("INSERT INTO picture_keys (camera_id, kind, picture_key) VALUES ('gate-1', 'category-scan', 'a.jpg')");
  const later = ["ALTER TABLE picture_keys ADD COLUMN note TEXT", "CREATE TABLE notes (id TEXT) STRICT"];
  migrate(db, [...MIGRATIONS, ...later]);
  expect(db.pragma("user_version", { simple: true })).toBe(5);
  expect(db.prepare("SELECT picture_key, note FROM picture_keys").all()).toEqual([
    { picture_key: "a.jpg", note: null },
  ]);
  migrate(db, [...MIGRATIONS, ...later]);
  expect(() => migrate(db, [...MIGRATIONS, ...later, "CREATE TABLE half (id TEXT) STRICT; SELECT missing"])).toThrow(
    "no such column",
  );
  expect(db.pragma("user_version", { simple: true })).toBe(5);
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([]);
});

test("a file that another process locks fails", () => {
  const { file, db } = open();
  db.close();
  const other = new Database(file);
  onTestFinished(() => void other.close());
  other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  expect(failure(() => openDatabase(file, BOUNDS))).toMatch(/database is locked/);
  expect(failure(() => openBesideWriter(file, BOUNDS))).toMatch(/database is locked/);
});

test("without growth, a write uses only free pages, and the next one may grow up to the limit", () => {
  const { db } = open();
  db.exec("CREATE TABLE padding (bytes)");
  const pad = (pages: number) => db.prepare("INSERT INTO padding VALUES (zeroblob(?))").run(pages * 8_000).changes;
  const pages = () => Number(db.pragma("page_count", { simple: true }));
  pad(10);
  db.exec("DELETE FROM padding");
  const before = pages();
  expect(() => withoutGrowth(db, BOUNDS, () => pad(20))).toThrow("database or disk is full");
  expect(withoutGrowth(db, BOUNDS, () => pad(8))).toBe(1);
  expect(pages()).toBe(before);
  expect(pad(20)).toBe(1);
  expect(pages()).toBeGreaterThan(before);
  expect(db.pragma("max_page_count", { simple: true })).toBe(100);
});

test("used and free space depend on the limit, the disk, and the log not yet written into the file", () => {
  const { file, db } = open();
  db.exec("CREATE TABLE padding (bytes)");
  db.prepare("INSERT INTO padding VALUES (zeroblob(?))").run(10 * 8_000);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.prepare("INSERT INTO padding VALUES (zeroblob(?))").run(20 * 8_000);
  db.exec("DELETE FROM padding WHERE length(bytes) = 80000");
  const count = (name: string) => Number(db.pragma(name, { simple: true }));
  const [size, unused] = [count("page_count") * PAGE, count("freelist_count") * PAGE];
  const unfolded = size - statSync(file).size;
  expect([unused, unfolded].every((bytes) => bytes >= 8 * PAGE)).toBe(true);
  const used = size - unused;
  const withinCap = 100 * PAGE - used;
  const bytesWith = (spareDiskBytes: number | null) => databaseBytes(db, { ...BOUNDS, spareDiskBytes });
  expect(bytesWith(null)).toEqual({ used, free: withinCap });
  expect(bytesWith(1024 ** 3)).toEqual({ used, free: withinCap });
  expect(bytesWith(unfolded + 3 * PAGE)).toEqual({ used, free: unused + 3 * PAGE });
  expect(bytesWith(unfolded - PAGE)).toEqual({ used, free: unused });
  expect(databaseBytes(db, { ...BOUNDS, maxBytes: PAGE, spareDiskBytes: null })).toEqual({ used, free: 0 });
});
