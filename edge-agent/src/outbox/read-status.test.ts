import path from "node:path";
import type { Database } from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./database.ts";
import { followRecord, insertCapture, insertUnnumbered } from "./insert-record.ts";
import { readStatus } from "./read-status.ts";
import type { Capture } from "./record.ts";
import { parkRecord } from "./settle-record.ts";
import {
  driftCapture,
  eventsCapture,
  evidenceCapture,
  identifyCapture,
  NOW_MS,
  scanCapture,
  temporaryFolder,
} from "./testing/captures.ts";

const HOUR_MS = 3_600_000;
const BOUNDS = { maxBytes: 100 * 1024 ** 2, busyTimeoutMs: 1_000 };
const PAGES_BYTES = Math.floor(BOUNDS.maxBytes / 8_192) * 8_192;

function open(): Database {
  const db = openDatabase(path.join(temporaryFolder(), "outbox.db"), BOUNDS);
  onTestFinished(() => void db.close());
  return db;
}

const statusAt = (db: Database, nowMs: number) =>
  readStatus(db, { bounds: BOUNDS, nowMs, ballastInPlace: true, spareDiskBytes: null, quarantines: ["set-aside"] });

const insertAt = (db: Database, capture: Capture, nowMs: number) =>
  insertCapture(db, capture, { nowMs, sign: () => null });

const bytesOf = (db: Database, where: string) =>
  db.prepare<[], number>(`SELECT sum(size_bytes) FROM records WHERE ${where}`).pluck().get();

test("the status counts each kind that waits, those without a number and the parked apart, with their bytes", () => {
  const db = open();
  const { containerNumber: _number, ...scan } = scanCapture({ capturedAtMs: NOW_MS - 9 * HOUR_MS });
  const parked = scanCapture({ capturedAtMs: NOW_MS - 8 * HOUR_MS });
  const oldest = identifyCapture({ capturedAtMs: NOW_MS - 3 * HOUR_MS });
  db.transaction(() => {
    for (const id of ["unnumbered-1", "unnumbered-2"]) insertUnnumbered(db, { ...scan, id }, { nowMs: NOW_MS });
    const scans = [scanCapture(), scanCapture(), scanCapture({ kind: "defect-scan" }), parked];
    const others = [scanCapture({ kind: "illegal-scan" }), evidenceCapture(), oldest, eventsCapture(1)];
    for (const capture of [...scans, ...others, driftCapture({ payload: { days: [] } as never })])
      insertAt(db, capture, NOW_MS);
    parkRecord(db, parked.id, { nowMs: NOW_MS, reason: "for the test", status: 400 });
    db.prepare("INSERT INTO gaps VALUES ('gate-1', 'evidence', 2, 4, 'set-aside')").run();
    db.prepare("UPDATE facts SET value = 7 WHERE name = 'refused'").run();
  })();
  const status = statusAt(db, NOW_MS);
  const intake = (bytesOf(db, "true") ?? 0) * 6;
  expect(status).toEqual({
    pending: 8,
    pendingByKind: {
      "category-scan": 2,
      "defect-scan": 1,
      "illegal-scan": 1,
      evidence: 1,
      identify: 1,
      "stream-events": 1,
      "camera-drift": 1,
    },
    unnumbered: 2,
    oldestAgeMs: 3 * HOUR_MS,
    pendingBytes: bytesOf(db, "parked_at_ms IS NULL AND sequence > 0"),
    recordBytes: bytesOf(db, "true"),
    usedBytes: expect.any(Number),
    maxBytes: BOUNDS.maxBytes,
    parked: 1,
    reduced: 0,
    spareDiskBytes: null,
    // At least ten minutes: a first capture is no flood.
    intakeBytesPerHour: intake,
    hoursUntilFull: (PAGES_BYTES - status.usedBytes) / intake,
    lastDeliveredAtMs: null,
    refused: 7,
    ballastInPlace: true,
    sequenceGaps: [{ cameraId: "gate-1", kind: "evidence", fromSequence: 2, toSequence: 4, quarantine: "set-aside" }],
    quarantines: ["set-aside"],
  });
});

test("the rate of captures is taken since the first one, and over a day at most", () => {
  const db = open();
  expect(statusAt(db, NOW_MS)).toMatchObject({ intakeBytesPerHour: null, hoursUntilFull: null });
  insertAt(db, identifyCapture(), NOW_MS);
  const bytes = bytesOf(db, "true") ?? 0;
  expect(statusAt(db, NOW_MS + HOUR_MS / 4).intakeBytesPerHour).toBe(bytes * 4);
  expect(statusAt(db, NOW_MS + 2 * HOUR_MS).intakeBytesPerHour).toBe(bytes / 2);
  expect(statusAt(db, NOW_MS + 24 * HOUR_MS - 1).intakeBytesPerHour).toBeCloseTo(bytes / 24, 3);
  expect(statusAt(db, NOW_MS + 24 * HOUR_MS).intakeBytesPerHour).toBeNull();
  expect(statusAt(db, NOW_MS - 1).intakeBytesPerHour).toBeNull();
});

test("the captures of a day and of the hour under way are counted, and no hour that a wrong clock made", () => {
  const db = open();
  const hours = () => db.prepare<[], number>("SELECT hour_start_ms FROM intake ORDER BY hour_start_ms").pluck().all();
  db.transaction(() => {
    insertAt(db, identifyCapture(), NOW_MS + 1_000 * HOUR_MS);
    for (let hour = 0; hour < 30; hour++) insertAt(db, identifyCapture(), NOW_MS + hour * HOUR_MS + 5);
  })();
  expect(hours()).toEqual(Array.from({ length: 25 }, (_, index) => NOW_MS + (5 + index) * HOUR_MS));
});

test("a chain follows one of other hardware only where it has not begun, and one without hashes keeps none", () => {
  const db = open();
  const link = { cameraId: "gate-1", kind: "category-scan", recordSha256: "e".repeat(64) };
  expect(followRecord(db, link)).toBe(true);
  expect(followRecord(db, { ...link, recordSha256: "d".repeat(64) })).toBe(false);
  expect(insertAt(db, identifyCapture(), NOW_MS)).toBe(1);
  const ends = "SELECT kind, last_sequence AS last, last_record_sha256 AS sha256 FROM sequences ORDER BY kind";
  expect(db.prepare(ends).all()).toEqual([
    { kind: "category-scan", last: 0, sha256: link.recordSha256 },
    { kind: "identify", last: 1, sha256: "" },
  ]);
});

test("the newest 5,000 picture files are remembered", () => {
  const db = open();
  const take = (pictureKey: string) => insertAt(db, scanCapture({ pictureKey }), NOW_MS);
  db.transaction(() => {
    expect([take("1.jpg"), take("2.jpg"), take("2.jpg")]).toEqual([1, 2, null]);
    db.prepare("UPDATE sqlite_sequence SET seq = 5000 WHERE name = 'picture_keys'").run();
    expect([take("5001.jpg"), take("2.jpg"), take("1.jpg")]).toEqual([3, null, 4]);
  })();
});
