import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { spareDiskBytes } from "./ballast.ts";
import { openDatabase } from "./database.ts";
import { insertCapture } from "./insert-record.ts";
import { readStatus } from "./read-status.ts";
import { NOW_MS, openTestOutbox, scanCapture, temporaryFolder } from "./testing/captures.ts";

const HOUR_MS = 3_600_000;

/** An outbox of 100 MiB that has taken 100 kB per hour for a day. */
function openDayOfCaptures() {
  const bounds = { maxBytes: 100 * 1024 ** 2, busyTimeoutMs: 1_000 };
  const db = openDatabase(path.join(temporaryFolder(), "outbox.db"), bounds);
  onTestFinished(() => void db.close());
  for (let hour = 0; hour < 24; hour++) {
    insertCapture(db, scanCapture({ originalBytes: 100_000 }), { nowMs: NOW_MS + hour * HOUR_MS, sign: () => null });
  }
  const facts = { bounds, nowMs: NOW_MS + 24 * HOUR_MS, ballastInPlace: true, quarantines: [] };
  return {
    db,
    hoursWith: (spare: number | null) => readStatus(db, { ...facts, spareDiskBytes: spare }).hoursUntilFull,
  };
}

test("the hours until full go by the free space of the disk where the limit of the outbox allows more", () => {
  const { db, hoursWith } = openDayOfCaptures();
  const withinLimit = hoursWith(null) ?? 0;
  expect(withinLimit).toBeGreaterThan(900);
  expect(hoursWith(50 * 1024 ** 3)).toBe(withinLimit);
  // Data that is only in the write-ahead log takes its space in the file later.
  const beforeCheckpoint = hoursWith(5_000_000) ?? 0;
  db.pragma("wal_checkpoint(TRUNCATE)");
  expect(hoursWith(5_000_000)).toBeGreaterThan(beforeCheckpoint);
  expect(hoursWith(5_000_000)).toBeGreaterThan(45);
  expect(hoursWith(5_000_000)).toBeLessThan(50);
  expect(hoursWith(0)).toBe(0);
  // Deleted records leave their pages to the next ones.
  db.prepare("DELETE FROM records").run();
  expect(hoursWith(0)).toBeGreaterThan(20);
});

test("the outbox reports the free space of its disk, and nothing where it cannot be read", () => {
  expect(openTestOutbox({ folder: temporaryFolder() }).status().spareDiskBytes).toBeGreaterThan(0);
  const nowhere = path.join(temporaryFolder(), "missing", "outbox.db");
  expect(spareDiskBytes(nowhere, { sizeBytes: 0, inPlace: true })).toBeNull();
});
