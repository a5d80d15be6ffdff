import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openDamagedFile } from "./damaged-file.ts";
import { salvageQuarantine } from "./salvage.ts";
import { openDatabase } from "../database.ts";
import { NOW_MS, openTestOutbox, scanCapture, temporaryFolder } from "../testing/captures.ts";
import { openFilesIn, overwrite, pagesOf, rowOf, zeroPage } from "../testing/damage-file.ts";
import { createFieldLogger } from "../testing/field-logger.ts";

const BOUNDS = { maxBytes: 64 * 1024 ** 2, busyTimeoutMs: 1_000 };
const NOTHING = { saved: 0, damaged: 0, unreadable: 0 };

/** A closed outbox file, in a folder as a quarantine is, with a scan for each payload given. */
function fillFile(captures: readonly ReturnType<typeof scanCapture>[]): { folder: string; file: string } {
  const folder = temporaryFolder();
  const outbox = openTestOutbox({ folder });
  for (const capture of captures) outbox.insert(capture);
  outbox.close();
  return { folder, file: outbox.file };
}

const padded = (bytes: number) => scanCapture({ payload: { detections: [{ class_name: "x".repeat(bytes) }] } });

/** Records of which two fill a page, half of them under ordinals far above the others; the pages in their order. */
function fillTwoStretches() {
  const { file } = fillFile(Array.from({ length: 20 }, () => padded(3_000)));
  const db = new Database(file);
  db.pragma("foreign_keys = OFF");
  db.exec(`UPDATE pictures SET record_ordinal = record_ordinal + 1000000 WHERE record_ordinal > 10;
    UPDATE records SET ordinal = ordinal + 1000000 WHERE ordinal > 10;
    UPDATE sqlite_sequence SET seq = 1000020 WHERE name = 'records'; VACUUM`);
  db.close();
  const leaves = pagesOf(file, "records").filter(({ pagetype }) => pagetype === "leaf");
  expect(leaves.map(({ ncell }) => ncell)).toEqual(Array.from({ length: 10 }, () => 2));
  return { file, leaves: leaves.map(({ pageno }) => pageno) };
}

function ordinalsOf(file: string): number[] | undefined {
  const damaged = openDamagedFile(file);
  damaged?.close();
  return damaged?.ordinals;
}

const HIGH = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((ordinal) => ordinal + 1_000_000);

test("between two unreadable pages, every record is found by its ordinal", () => {
  const { file, leaves } = fillTwoStretches();
  expect(ordinalsOf(file)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...HIGH]);
  for (const index of [1, 3]) zeroPage(file, leaves[index]!);
  expect(ordinalsOf(file)).toEqual([1, 2, 5, 6, 9, 10, ...HIGH]);
});

test("with the end unreadable, the last 200,000 ordinals given are tried, or the next when that is lost, too", () => {
  const { file, leaves } = fillTwoStretches();
  for (const index of [1, 9]) zeroPage(file, leaves[index]!);
  expect(ordinalsOf(file)).toEqual([1, 2, ...HIGH.slice(0, -2)]);
  zeroPage(file, pagesOf(file, "sqlite_sequence")[0]!.pageno);
  expect(ordinalsOf(file)).toEqual([1, 2, 5, 6, 7, 8, 9, 10]);
});

test("the part of a record before the damage is read, and of a picture at least its description", () => {
  const pictures = {
    original: Buffer.alloc(40_000, 1),
    annotated: Buffer.alloc(50_000, 2),
    small: Buffer.from("small"),
  };
  const capture = { ...padded(30_000), pictures };
  const { folder, file } = fillFile([capture]);
  const sound = openDamagedFile(file)!;
  const [record, rows, sequences] = [sound.readRecord(1)!, sound.readPictures(1), sound.readSequences()];
  expect(record).toMatchObject({ id: capture.id, sequence: 1, sizeBytes: record.payload.length + 90_005 });
  expect(rows.map(({ role, bytes }) => [role, bytes])).toEqual([
    ["annotated", pictures.annotated],
    ["original", pictures.original],
    ["small", pictures.small],
  ]);
  expect(sequences).toEqual([
    {
      cameraId: "gate-1",
      kind: "category-scan",
      lastSequence: 1,
      lastRecordSha256: record.recordSha256,
      lastDeliveredSequence: 0,
    },
  ]);
  sound.close();
  expect([sound.readSequences(), sound.readRecord(1), openFilesIn(folder)]).toEqual([[], undefined, []]);

  const overflowing = (table: string) => pagesOf(file, table).filter(({ pagetype }) => pagetype === "overflow");
  zeroPage(file, overflowing("records")[0]!.pageno);
  // The first overflow page of the first picture stored, the original.
  zeroPage(file, overflowing("pictures")[0]!.pageno);
  zeroPage(file, pagesOf(file, "sequences")[0]!.pageno);
  const damaged = openDamagedFile(file)!;
  expect(damaged.readRecord(1)).toEqual({ ...record, payload: Buffer.alloc(0) });
  expect(damaged.readPictures(1)).toEqual(rows.map((row) => (row.role === "original" ? { ...row, bytes: null } : row)));
  expect(damaged.readSequences()).toEqual([]);
  expect(damaged.readRecord(2)).toBeUndefined();
  damaged.close();
  expect(readdirSync(folder)).not.toContain("outbox.db-first-page");
});

test("only a file whose first page is lost is changed, and that page is kept as it was found first", () => {
  const { folder, file } = fillFile([scanCapture(), scanCapture()]);
  const first = Buffer.alloc(8_192, 0xaa);
  overwrite(file, 0, first);
  writeFileSync(`${file}-template`, "of a try that a crash cut short");
  expect(ordinalsOf(file)).toEqual([1, 2]);
  expect(readFileSync(`${file}-first-page`)).toEqual(first);
  expect(readdirSync(folder).filter((name) => name.includes("template"))).toEqual([]);
  expect(openFilesIn(folder)).toEqual([]);
  overwrite(file, 0, Buffer.alloc(8_192, 0xbb));
  expect(ordinalsOf(file)).toEqual([1, 2]);
  expect(readFileSync(`${file}-first-page`)).toEqual(first);
});

test("reading a file with a log leaves both as they are", () => {
  const crashed = temporaryFolder();
  const outbox = openTestOutbox({ folder: crashed });
  outbox.insert(scanCapture());
  const folder = temporaryFolder();
  const files = ["outbox.db", "outbox.db-wal"];
  for (const name of files) copyFileSync(path.join(crashed, name), path.join(folder, name));
  const before = files.map((name) => readFileSync(path.join(folder, name)));
  expect(ordinalsOf(path.join(folder, "outbox.db"))).toEqual([1]);
  expect(files.map((name) => readFileSync(path.join(folder, name)))).toEqual(before);
});

/** Salvages a quarantine into a new file; returns the file's database, the log and the marker. */
function salvage(quarantine: string, bounds = BOUNDS) {
  const logger = createFieldLogger();
  const db = openDatabase(path.join(temporaryFolder(), "outbox.db"), bounds);
  onTestFinished(() => void db.close());
  const again = () => salvageQuarantine(db, quarantine, { name: "outbox.db", nowMs: NOW_MS, logger });
  const marker = () => JSON.parse(readFileSync(path.join(quarantine, "salvaged.json"), "utf8")) as unknown;
  again();
  return { db, entries: logger.entries, marker, again };
}

test("with another database's log beside the file, nothing is readable: this is reported, and the file is kept", () => {
  const { folder, file } = fillFile([scanCapture()]);
  const other = path.join(temporaryFolder(), "other.db");
  const db = new Database(other);
  db.exec("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; CREATE TABLE other (a)");
  copyFileSync(`${other}-wal`, `${file}-wal`);
  db.close();
  const { entries, marker } = salvage(folder);
  expect(entries).toEqual([
    {
      level: "error",
      message: "no record of the damaged outbox is readable; its file is kept",
      fields: { quarantine: folder },
    },
  ]);
  expect(marker()).toEqual(NOTHING);
  expect(readFileSync(path.join(folder, "salvaged.json"), "utf8")).toBe(JSON.stringify(NOTHING, null, 2));
  expect(openFilesIn(folder)).toEqual([]);
});

test("each record is saved, parked as damaged or counted as unreadable, and garbage stops no other", () => {
  const captures = Array.from({ length: 60 }, () => padded(200));
  const { folder, file } = fillFile(captures);
  const [blobKind, noPayload, noRow, changed, parkedBefore, settled] = captures.map(({ id }) => id);
  const source = new Database(file);
  source.prepare("UPDATE records SET parked_at_ms = 5, parked_reason = 'before' WHERE id = ?").run(parkedBefore);
  source.prepare("UPDATE records SET sha256 = 'other' WHERE id IN (?, ?)").run(changed, parkedBefore);
  // So that no copy of a row stays behind in free space.
  source.exec("VACUUM");
  source.close();
  // One flipped bit makes a text a blob; then no column of the new file takes it.
  const kindAt = rowOf(file, blobKind!).headerAt + 3;
  overwrite(file, kindAt, Buffer.from([readFileSync(file)[kindAt]! ^ 1]));
  // Another one's payload became a part of its hash.
  const { headerAt, valuesAt } = rowOf(file, noPayload!);
  const [high, low] = readFileSync(file).subarray(valuesAt - 2, valuesAt);
  const hashType = 13 + 2 * (64 + (((high! & 0x7f) << 7) + low! - 12) / 2);
  overwrite(file, headerAt + 11, Buffer.from([0x80 | (hashType >> 7), hashType & 0x7f]));
  overwrite(file, valuesAt - 2, Buffer.from([0x80, 0x00]));
  overwrite(file, rowOf(file, noRow!).headerAt, Buffer.from([0xff, 0xff]));

  const { db, entries, marker, again } = salvage(folder);
  const fields = { saved: 55, damaged: 2, unreadable: 3, gaps: 1 };
  expect(marker()).toEqual(fields);
  expect(entries).toEqual([
    {
      level: "warn",
      message: "outbox was damaged; readable records are saved in a new one",
      fields: { quarantine: folder, ...fields },
    },
  ]);
  expect(db.prepare("SELECT id FROM records ORDER BY ordinal").pluck().all()).toEqual(
    captures.slice(3).map(({ id }) => id),
  );
  expect(
    db
      .prepare("SELECT id, parked_at_ms, parked_reason FROM records WHERE parked_at_ms > 0 ORDER BY ordinal")
      .raw()
      .all(),
  ).toEqual([
    [changed, NOW_MS, "damaged on disk: the record does not match its SHA-256"],
    [parkedBefore, 5, "before"],
  ]);
  expect(db.prepare("SELECT count(*) FROM pictures WHERE length(bytes) = size_bytes").pluck().get()).toBe(57 * 2);
  expect(openFilesIn(folder)).toEqual([]);

  // Records delivered since then are not saved again.
  db.prepare("DELETE FROM records WHERE id = ?").run(settled);
  db.prepare("INSERT INTO deliveries VALUES (NULL, ?, 'category-scan', 'gate-1', 6, NULL, 0)").run(settled);
  db.exec("UPDATE sequences SET last_delivered_sequence = 6");
  rmSync(path.join(folder, "salvaged.json"));
  again();
  expect(marker()).toEqual({ saved: 57, damaged: 0, unreadable: 3, gaps: 0 });
  expect(db.prepare("SELECT count(*) FROM records").pluck().get()).toBe(56);
});

test("a new file that is full is a failure that is logged, and the quarantine waits for the next start", () => {
  const { folder } = fillFile(Array.from({ length: 10 }, () => scanCapture({ originalBytes: 500_000 })));
  const { entries } = salvage(folder, { ...BOUNDS, maxBytes: 1024 ** 2 });
  expect(entries).toEqual([
    {
      level: "error",
      message: "damaged outbox not fully saved; retrying at the next start",
      fields: {
        quarantine: folder,
        err: `OutboxError: Cannot save records from ${folder}: database or disk is full (SQLITE_FULL). Free space on the disk, restore the connection to the cloud, or raise the outbox limit.`,
      },
    },
  ]);
  expect(readdirSync(folder)).not.toContain("salvaged.json");
  expect(openFilesIn(folder)).toEqual([]);
});
