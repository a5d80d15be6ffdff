import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./database.ts";
import { sha256Hex } from "./digest.ts";
import { insertCapture } from "./insert-record.ts";
import { describeFull, makeRoom } from "./make-room.ts";
import type { Outbox } from "./outbox.ts";
import { acknowledgeRecord } from "./settle-record.ts";
import {
  createTestLogger,
  eventsCapture,
  openTestOutbox,
  scanCapture,
  temporaryFolder,
  waitingIds,
} from "./testing/captures.ts";

const MAX_BYTES = 4 * 1024 ** 2;

test("a full outbox drops history, then the oldest full-size pictures, then refuses; no record is lost", () => {
  const logger = createTestLogger();
  const outbox = openTestOutbox({ folder: temporaryFolder(), limits: { maxBytes: MAX_BYTES }, logger });
  const delivered = scanCapture();
  outbox.insert(delivered);
  outbox.acknowledge(delivered.id);

  const captures = Array.from({ length: 400 }, () => scanCapture({ originalBytes: 100_000, smallBytes: 20_000 }));
  const results = captures.map((capture) => outbox.insert(capture));
  const kept = captures.filter((_, index) => results[index]?.ok);
  const refused = results.filter((result) => !result.ok);

  expect(kept.length).toBeGreaterThan(100);
  expect(refused[0]).toMatchObject({ ok: false, reason: "full" });
  expect(refused[0]).toHaveProperty("message", expect.stringMatching(/at most 4194304 bytes.*Restore the connection/));
  expect(waitingIds(outbox)).toEqual(kept.map(({ id }) => id));
  expect(outbox.delivered()).toEqual([]);
  const status = outbox.status();
  expect(status).toMatchObject({ pending: kept.length, refused: refused.length, parked: 0 });
  expect(status.reduced).toBeGreaterThan(0);
  expect(statSync(outbox.file).size).toBeLessThanOrEqual(MAX_BYTES + 1024 * 8192);

  const oldest = captures[0]!;
  const read = outbox.read(oldest.id);
  expect(read).toMatchObject({ ok: true, record: { annotated: null, image: { reduced: true } } });
  expect(read.ok && read.record.image?.bytes).toEqual(oldest.pictures.small);
  expect(read.ok && read.record.payload["image_sha256"]).toBe(sha256Hex(oldest.pictures.original));
  expect(logger.lines.join("\n")).toMatch(/warn .*dropped the history.*warn .*kept only the small picture/s);
});

test("a parked record, even the oldest, keeps its full-size pictures while a waiting one has any to give", () => {
  const open = () => openTestOutbox({ folder: temporaryFolder(), limits: { maxBytes: MAX_BYTES } });
  const fill = (outbox: Outbox, isEnough: () => boolean) => {
    const parked = scanCapture({ originalBytes: 100_000, smallBytes: 20_000 });
    outbox.insert(parked);
    outbox.park(parked.id, { reason: "for the test", status: 400 });
    while (!isEnough() && outbox.insert(scanCapture({ originalBytes: 100_000, smallBytes: 20_000 })).ok);
    const { reduced, pending } = outbox.status();
    outbox.retryParked([parked.id]);
    return { reduced, pending, read: outbox.read(parked.id) };
  };
  const [begun, full] = [open(), open()];
  const first = fill(begun, () => begun.status().reduced > 0);
  expect(first.reduced).toBeGreaterThan(0);
  expect(first.read).toMatchObject({ ok: true, record: { image: { reduced: false } } });
  // When nothing else is left to give, its pictures go as well.
  const last = fill(full, () => false);
  expect(last.reduced).toBe(last.pending + 1);
  expect(last.read).toMatchObject({ ok: true, record: { image: { reduced: true } } });
});

test("a full outbox still parks, notes failures and drains, and takes captures again then", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder(), limits: { maxBytes: MAX_BYTES } });
  while (outbox.insert(scanCapture({ originalBytes: 60_000, smallBytes: 60_000 })).ok);
  const ids = waitingIds(outbox);
  const long = "x".repeat(2_000);
  for (const id of ids) outbox.noteFailure(id, { status: 500, error: long, counted: true, nextAttemptAtMs: 0 });
  outbox.park(ids[0]!, { reason: long, status: 400 });
  expect(outbox.insert(scanCapture({ smallBytes: 60_000 })).ok).toBe(false);
  for (const id of ids.slice(1)) outbox.acknowledge(id);
  expect(outbox.status()).toMatchObject({ pending: 0, parked: 1 });
  expect(outbox.insert(scanCapture({ originalBytes: 60_000 })).ok).toBe(true);
});

test("a batch of events costs no scan its pictures: on a full outbox it is refused", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder(), limits: { maxBytes: MAX_BYTES } });
  while (outbox.status().reduced === 0 && outbox.insert(scanCapture({ originalBytes: 100_000 })).ok);
  const { reduced } = outbox.status();
  let batches = 0;
  while (outbox.insert(eventsCapture(500)).ok) batches += 1;
  expect(batches).toBeGreaterThan(0);
  expect(outbox.status()).toMatchObject({ reduced, refused: 1 });
  expect(outbox.insert(scanCapture({ originalBytes: 100_000 })).ok).toBe(true);
});

test("the ballast lies beside the file from the start, and requests of a full cap do not touch it", () => {
  const limits = { maxBytes: MAX_BYTES, ballastBytes: 16 * 1024 ** 2 };
  const outbox = openTestOutbox({ folder: temporaryFolder(), limits });
  expect(statSync(`${outbox.file}.ballast`).size).toBe(16 * 1024 ** 2);
  while (outbox.insert(scanCapture({ originalBytes: 60_000, smallBytes: 60_000 })).ok);
  expect(existsSync(`${outbox.file}.ballast`)).toBe(true);
  expect(outbox.status().ballastInPlace).toBe(true);
});

test("a step drops the history alone, or as many of the oldest full-size pictures as make the room and a spare MiB", () => {
  const db = openDatabase(path.join(temporaryFolder(), "outbox.db"), { maxBytes: MAX_BYTES, busyTimeoutMs: 1_000 });
  onTestFinished(() => void db.close());
  const logger = createTestLogger();
  const captures = Array.from({ length: 6 }, () => scanCapture({ originalBytes: 262_144 }));
  const [delivered, ...kept] = captures.map(({ id }) => id);
  const settling = { nowMs: 0, newId: () => "unused", deliveredHistory: 10 };
  db.transaction(() => {
    for (const capture of captures) insertCapture(db, capture, { nowMs: 0, sign: () => null });
    acknowledgeRecord(db, delivered ?? "", [], settling);
  })();
  const bytes = () => db.prepare<[], number>("SELECT sum(size_bytes) FROM records").pluck().get() ?? 0;
  const dropped = "SELECT record_ordinal FROM pictures WHERE bytes IS NULL ORDER BY record_ordinal";
  const before = bytes();
  expect(makeRoom(db, { neededBytes: 1, kind: "category-scan" }, logger)).toBe(true);
  expect(logger.lines).toEqual(['warn outbox full; dropped the history of deliveries {"deliveries":1}']);
  expect(bytes()).toBe(before);
  for (const kind of ["stream-events", "camera-drift"] as const)
    expect(makeRoom(db, { neededBytes: 1, kind }, logger)).toBe(false);
  expect(logger.lines).toHaveLength(1);
  expect(makeRoom(db, { neededBytes: 0, kind: "category-scan" }, logger)).toBe(true);
  expect(db.prepare(dropped).pluck().all()).toEqual([2, 3, 4, 5]);
  expect(bytes()).toBe(before - 1024 ** 2);
  expect(logger.lines.slice(1)).toEqual(
    kept
      .slice(0, 4)
      .map(
        (id) => `warn outbox full; kept only the small picture of a record {"recordId":"${id}","freedBytes":262144}`,
      ),
  );
  expect(makeRoom(db, { neededBytes: 1, kind: "category-scan" }, logger)).toBe(true);
  expect(makeRoom(db, { neededBytes: 1, kind: "category-scan" }, logger)).toBe(false);
});

test("a refused capture is answered with the space it needs, the full storage and the fix", () => {
  expect(describeFull("/data/outbox.db", 4_000_000, 5_000)).toBe(
    "Cannot keep a capture in /data/outbox.db: it needs 5000 bytes, and the outbox (at most 4000000 bytes) or its disk (all but the 16777216 bytes that delivering needs) is full (SQLITE_FULL). Restore the connection to the cloud, free space on the disk, or raise the outbox limit; until then, captures are refused.",
  );
});
