import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openSoundDatabase } from "./sound-database.ts";
import { insertCapture } from "../insert-record.ts";
import { NOW_MS, scanCapture, temporaryFolder } from "../testing/captures.ts";
import { openFilesIn, overwrite, pagesOf, zeroPage } from "../testing/damage-file.ts";
import { createFieldLogger } from "../testing/field-logger.ts";

const QUARANTINE = "outbox-quarantine-20261120T080000000Z";
const DISPLACED = "a file of the outbox was removed or replaced while in use; writing it again";
const MOVED = "outbox file damaged; moved to quarantine";
const SAVED = "outbox was damaged; readable records are saved in a new one";
const FILES = ["outbox.db", "outbox.db-shm", "outbox.db-wal"];

/** Opens the sound database of a folder, with its log; closed when the test ends, unless it was before. */
function open(folder: string) {
  const logger = createFieldLogger();
  const file = path.join(folder, "outbox.db");
  const options = { file, nowMs: () => NOW_MS, logger, maxBytes: 64 * 1024 ** 2, busyTimeoutMs: 0 };
  const sound = openSoundDatabase(options);
  onTestFinished(() => sound.close());
  return {
    ...sound,
    file,
    entries: logger.entries,
    insert: () => sound.use((db) => insertCapture(db, scanCapture(), { nowMs: NOW_MS, sign: () => null })),
    sequences: () => sound.use((db) => db.prepare("SELECT sequence FROM records ORDER BY ordinal").pluck().all()),
  };
}

/** A folder with a closed file of some scans in it. */
function filled(count: number): { folder: string; file: string } {
  const folder = temporaryFolder();
  const sound = open(folder);
  for (let index = 0; index < count; index++) sound.insert();
  sound.close();
  return { folder, file: sound.file };
}

const error = (message: string, fields: object) => ({ level: "error", message, fields });
const saved = (quarantine: string, count: number) => ({
  level: "warn",
  message: SAVED,
  fields: { quarantine, saved: count, damaged: 0, unreadable: 0, gaps: 0 },
});

test("a file that is in order is opened again and again without a word", () => {
  const { folder, file } = filled(2);
  writeFileSync(`${file}.ballast`, "x");
  const first = open(folder);
  first.insert();
  // As a crash leaves it, the last record only in the log.
  const crashed = temporaryFolder();
  for (const name of FILES) copyFileSync(path.join(folder, name), path.join(crashed, name));
  const again = open(crashed);
  expect([again.sequences(), again.entries, readdirSync(crashed)]).toEqual([[1, 2, 3], [], FILES]);
  expect(first.entries).toEqual([]);
});

test("damage found at the start is logged with its finding, set aside whole, and salvaged once", () => {
  const { folder, file } = filled(3);
  const broken = pagesOf(file, "deliveries")[0]!.pageno;
  for (const suffix of ["-shm", "-wal"]) rmSync(file + suffix);
  zeroPage(file, broken);
  const bytes = readFileSync(file);
  const outbox = open(folder);
  const quarantine = path.join(folder, QUARANTINE);
  expect(outbox.sequences()).toEqual([1, 2, 3]);
  expect(outbox.entries).toEqual([
    error(MOVED, { file, quarantine, err: expect.stringContaining(`OutboxError: Cannot read ${file}: `) }),
    saved(quarantine, 3),
  ]);
  expect(outbox.entries[0]).toHaveProperty(
    "fields.err",
    expect.stringMatching(
      / page \d+.* \(SQLITE_CORRUPT\)\. It is moved to quarantine, and every readable record is saved\.$/s,
    ),
  );
  expect(readFileSync(path.join(quarantine, "outbox.db"))).toEqual(bytes);
  expect(readFileSync(path.join(quarantine, "salvaged.json"), "utf8")).toBe(
    JSON.stringify({ saved: 3, damaged: 0, unreadable: 0, gaps: 0 }, null, 2),
  );
  expect(openFilesIn(folder).filter((name) => name.includes(QUARANTINE) || name.includes("deleted"))).toEqual([]);
  outbox.close();
  expect(openFilesIn(folder)).toEqual([]);
  const again = open(folder);
  expect([again.sequences(), again.entries]).toEqual([[1, 2, 3], []]);
});

test("an emptied file is set aside as empty or missing where records can have been in it, and else made again", () => {
  for (const suffix of ["-wal", ".ballast"]) {
    const { folder, file } = filled(1);
    truncateSync(file, 0);
    writeFileSync(file + suffix, "x");
    const quarantine = path.join(folder, QUARANTINE);
    expect(open(folder).entries[0]).toEqual(
      error(MOVED, { file, quarantine, err: "Error: the file is empty or missing" }),
    );
  }
  const folder = temporaryFolder();
  const file = path.join(folder, "outbox.db");
  writeFileSync(file, "");
  expect(open(folder).entries).toEqual([
    {
      level: "warn",
      message: "the outbox file is empty, as when a power cut ends its making; making it again",
      fields: { file },
    },
  ]);
});

test("a move into quarantine that a crash cut short is completed into the same folder", () => {
  const { folder, file } = filled(2);
  overwrite(file, 0, Buffer.alloc(8_192, 0xaa));
  const quarantine = path.join(folder, QUARANTINE);
  mkdirSync(quarantine);
  const outbox = open(folder);
  expect([outbox.sequences(), outbox.entries]).toEqual([[1, 2], [saved(quarantine, 2)]]);
  expect(readdirSync(folder)).toEqual([QUARANTINE, ...FILES]);
});

test("damage during work is set aside five times at most, each in a separate folder", () => {
  const folder = temporaryFolder();
  const outbox = open(folder);
  outbox.insert();
  const cause = new Database.SqliteError("broken", "SQLITE_CORRUPT");
  const failOnce = () => {
    let failed = false;
    return outbox.use(() => {
      if (failed) return "done";
      failed = true;
      throw cause;
    });
  };
  for (let count = 0; count < 5; count++) expect(failOnce()).toBe("done");
  expect(failOnce).toThrow(cause);
  const quarantines = [QUARANTINE, ...[2, 3, 4, 5].map((copy) => `${QUARANTINE}-${copy}`)];
  expect(readdirSync(folder)).toEqual([...quarantines, ...FILES]);
  expect(outbox.entries.filter(({ level }) => level === "error")).toEqual(
    quarantines.map((name) =>
      error(MOVED, { file: outbox.file, quarantine: path.join(folder, name), err: "SqliteError: broken" }),
    ),
  );
  // Each was closed before it was moved: its log was folded in.
  for (const name of quarantines) {
    expect(statSync(path.join(folder, name, "outbox.db")).size).toBeGreaterThan(8_192 * 10);
  }
  expect(outbox.sequences()).toEqual([1]);
  expect(() =>
    outbox.use(() => {
      throw new RangeError("no damage");
    }),
  ).toThrow("no damage");
});

test("a log removed while in use is folded and begun again; while another process reads, that waits", () => {
  const folder = temporaryFolder();
  const outbox = open(folder);
  outbox.insert();
  const reader = new Database(outbox.file);
  onTestFinished(() => void reader.close());
  reader.exec("BEGIN; SELECT * FROM records");
  outbox.insert();
  rmSync(`${outbox.file}-wal`);
  expect(() => outbox.insert()).toThrow(
    `Cannot save the write-ahead log of ${outbox.file}: it was removed while in use, and another process is reading the outbox (SQLITE_BUSY). Stop that process; the agent retries automatically.`,
  );
  reader.close();
  outbox.insert();
  const line = error(DISPLACED, { file: outbox.file, displaced: "log" });
  expect(outbox.entries).toEqual([line, line]);
  expect([outbox.sequences(), readdirSync(folder)]).toEqual([[1, 2, 3], FILES]);
  expect(openFilesIn(folder).filter((name) => name.includes("deleted"))).toEqual([]);
});

test("a database removed while in use is written again, even while another process reads the old one", () => {
  const folder = temporaryFolder();
  const outbox = open(folder);
  outbox.insert();
  const reader = new Database(outbox.file);
  onTestFinished(() => void reader.close());
  reader.exec("BEGIN; SELECT * FROM records");
  const log = statSync(`${outbox.file}-wal`).ino;
  rmSync(outbox.file);
  outbox.insert();
  expect(outbox.entries).toEqual([error(DISPLACED, { file: outbox.file, displaced: "database" })]);
  expect([outbox.sequences(), readdirSync(folder)]).toEqual([[1, 2], FILES]);
  expect(statSync(`${outbox.file}-wal`).ino).not.toBe(log);
  expect(outbox.use((db) => db.pragma("integrity_check", { simple: true }))).toBe("ok");
});

test("a foreign file put in the database's place is set aside as it is", () => {
  const folder = temporaryFolder();
  const outbox = open(folder);
  outbox.insert();
  renameSync(outbox.file, `${outbox.file}-elsewhere`);
  writeFileSync(outbox.file, "foreign");
  outbox.insert();
  const quarantine = path.join(folder, QUARANTINE);
  expect(outbox.entries.slice(0, 2)).toEqual([
    error(DISPLACED, { file: outbox.file, displaced: "database" }),
    error(MOVED, { file: outbox.file, quarantine, err: "Error: another file was in its place" }),
  ]);
  expect(readdirSync(quarantine)).toContain("outbox.db");
  expect(outbox.sequences()).toEqual([1, 2]);
});

test("a rescue that fails half-way continues at the next use", () => {
  const folder = temporaryFolder();
  const outbox = open(folder);
  outbox.insert();
  rmSync(outbox.file);
  rmSync(`${outbox.file}-wal`);
  mkdirSync(`${outbox.file}-wal`);
  expect(() => outbox.insert()).toThrow(/EISDIR|directory/);
  expect(existsSync(`${outbox.file}.rescued`)).toBe(true);
  rmSync(`${outbox.file}-wal`, { recursive: true });
  outbox.insert();
  expect([outbox.sequences(), readdirSync(folder)]).toEqual([[1, 2], FILES]);
});
