import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { sha256Hex } from "./digest.ts";
import {
  createTestLogger,
  eventsCapture,
  identifyCapture,
  NOW_MS,
  openTestOutbox,
  scanCapture,
  temporaryFolder,
  waitingIds,
} from "./testing/captures.ts";

test("an acknowledged record is deleted and is in the bounded history of deliveries", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder(), limits: { deliveredHistory: 2 } });
  const captures = [scanCapture(), identifyCapture(), scanCapture()];
  for (const capture of captures) outbox.insert(capture);
  for (const { id } of captures) outbox.acknowledge(id);
  expect(outbox.status()).toMatchObject({ pending: 0, parked: 0, recordBytes: 0, lastDeliveredAtMs: NOW_MS });
  expect(outbox.delivered().map(({ id }) => id)).toEqual([captures[2]?.id, captures[1]?.id]);
  expect(outbox.read(captures[0]!.id)).toEqual({ ok: false, reason: "missing" });
});

test("events that the cloud rejects are parked with its reasons before their batch is deleted", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const capture = eventsCapture(4);
  outbox.insert(capture);
  outbox.acknowledge(capture.id, [
    { index: 1, code: "VALIDATION_ERROR", message: "bad box" },
    { index: 3, code: "VALIDATION_ERROR", message: "bad time" },
  ]);
  const [parked] = outbox.parked();
  expect(outbox.status()).toMatchObject({ pending: 0, parked: 1 });
  expect(parked?.reason).toBe(
    `the cloud rejected 2 of 4 events of ${capture.id}\n[0] VALIDATION_ERROR: bad box\n[1] VALIDATION_ERROR: bad time`,
  );
  outbox.retryParked();
  const read = outbox.read(parked!.id);
  expect(read.ok && read.record.payload).toMatchObject({
    session_id: "session-1",
    events: [{ event_id: "event-1" }, { event_id: "event-3" }],
  });
});

test("a parked record is exported with its pictures, stays parked, and waits again when retried", () => {
  const folder = temporaryFolder();
  const outbox = openTestOutbox({ folder });
  const original = Buffer.from("\xff\xd8\xff-original", "latin1");
  const capture = scanCapture({ pictures: { original, small: Buffer.from("small") } });
  outbox.insert(capture);
  outbox.insert(scanCapture());
  outbox.noteFailure(capture.id, { status: 500, error: "x", counted: true, nextAttemptAtMs: NOW_MS });
  outbox.park(capture.id, { reason: "the cloud answered 400 VALIDATION_ERROR", status: 400 });
  const target = path.join(folder, "export", "today");
  expect(outbox.exportParked(target)).toEqual([capture.id]);
  expect(readdirSync(target).toSorted()).toEqual([
    `${capture.id}.json`,
    `${capture.id}.original.jpg`,
    `${capture.id}.small`,
  ]);
  expect(readFileSync(path.join(target, `${capture.id}.original.jpg`)).equals(original)).toBe(true);
  expect(JSON.parse(readFileSync(path.join(target, `${capture.id}.json`), "utf8"))).toMatchObject({
    id: capture.id,
    lastStatus: 400,
    payload: { camera_id: "gate-1" },
  });
  expect(outbox.parked()).toMatchObject([{ id: capture.id, attempts: 1 }]);
  let woken = 0;
  outbox.onPending(() => (woken += 1));
  expect(outbox.retryParked([capture.id, "unknown"])).toBe(1);
  expect(woken).toBe(1);
  expect(waitingIds(outbox)).toContain(capture.id);
});

test("only counted failures count against a record, over restarts", () => {
  const folder = temporaryFolder();
  const first = openTestOutbox({ folder });
  const capture = scanCapture();
  first.insert(capture);
  const failure = { status: 500, error: "x", nextAttemptAtMs: NOW_MS };
  expect(first.noteFailure(capture.id, { ...failure, counted: false })).toBe(0);
  expect(first.noteFailure(capture.id, { ...failure, counted: true })).toBe(1);
  first.close();
  expect(openTestOutbox({ folder }).noteFailure(capture.id, { ...failure, counted: true })).toBe(2);
});

test("status gives the age of the oldest and the hours until full at the rate of the last day", () => {
  let nowMs = NOW_MS;
  const outbox = openTestOutbox({
    folder: temporaryFolder(),
    limits: { maxBytes: 100 * 1024 ** 2 },
    nowMs: () => nowMs,
  });
  expect(outbox.status()).toMatchObject({ oldestAgeMs: null, hoursUntilFull: null, lastDeliveredAtMs: null });
  for (let hour = 0; hour < 30; hour++) {
    outbox.insert(scanCapture({ capturedAtMs: nowMs, originalBytes: 100_000 }));
    nowMs += 3_600_000;
  }
  const status = outbox.status();
  expect(status.oldestAgeMs).toBe(30 * 3_600_000);
  expect(status.hoursUntilFull).toBeGreaterThan(900);
  expect(status.hoursUntilFull).toBeLessThan(1100);
  // A clock that runs backwards makes no negative age.
  nowMs = NOW_MS - 20 * 365 * 86_400_000;
  expect(outbox.status()).toMatchObject({ oldestAgeMs: 0, hoursUntilFull: null });
});

test("waiting records whose last try failed are counted by status, the most first, with the error of the newest", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const ids = Array.from({ length: 6 }, () => {
    const capture = scanCapture();
    outbox.insert(capture);
    return capture.id;
  });
  const fail = (index: number, status: number | null, error: string) =>
    outbox.noteFailure(ids[index]!, { status, error, counted: false, nextAttemptAtMs: 0 });
  fail(3, 413, "newest 413");
  fail(0, null, "no answer");
  fail(1, 413, "older 413");
  fail(4, 400, "parked below");
  outbox.park(ids[4]!, { reason: "for the test", status: 400 });
  expect(outbox.failing()).toEqual([
    { count: 2, lastStatus: 413, lastError: "newest 413" },
    { count: 1, lastStatus: null, lastError: "no answer" },
  ]);
  outbox.acknowledge(ids[0]!);
  expect(outbox.failing()).toHaveLength(1);
});

test("a record that is not there is neither acknowledged, parked nor retried, and a known one is logged", () => {
  const logger = createTestLogger();
  const outbox = openTestOutbox({ folder: temporaryFolder(), logger });
  const captures = [scanCapture(), scanCapture(), eventsCapture(1)];
  for (const capture of captures) outbox.insert(capture);
  const [first, second, events] = captures.map(({ id }) => id);
  outbox.acknowledge("unknown");
  outbox.park("unknown", { reason: "for the test", status: 400 });
  expect(logger.lines).toEqual(['warn delivered record is no longer in the outbox {"recordId":"unknown"}']);
  expect(outbox.parked()).toEqual([]);
  outbox.acknowledge(events!);
  expect(outbox.delivered()).toEqual([]);
  for (const id of [first!, second!]) outbox.park(id, { reason: "for the test", status: 400 });
  const parked = (id: string) => `warn record parked {"recordId":"${id}","status":400,"reason":"for the test"}`;
  expect(logger.lines.slice(1)).toEqual([parked(first!), parked(second!)]);
  expect(outbox.retryParked([second!])).toBe(1);
  expect(outbox.parked()).toMatchObject([{ id: first, reason: "for the test", lastStatus: 400 }]);
  outbox.noteFailure(second!, { status: 500, error: "x".repeat(2_001), counted: false, nextAttemptAtMs: 0 });
  expect(outbox.failing()).toMatchObject([{ count: 1, lastError: "x".repeat(2_000) }]);
  expect(outbox.retryParked()).toBe(1);
  expect(outbox.parked()).toEqual([]);
});

test.each([
  [100, 0],
  [102, 2],
])("of %d rejected events the first 100 reasons are kept, and a rejection of no event is none", (count, more) => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const capture = eventsCapture(110);
  outbox.insert(capture);
  const rejected = Array.from({ length: count }, (_, index) => ({ index, code: "BAD", message: `event ${index}` }));
  outbox.acknowledge(capture.id, [{ index: 110, code: "BAD", message: "no event" }, ...rejected]);
  const reasons = Array.from({ length: 100 }, (_, index) => `[${index}] BAD: event ${index}`);
  const begin = `the cloud rejected ${count} of 110 events of ${capture.id}`;
  const [parked] = outbox.parked();
  expect(parked?.reason.split("\n")).toEqual([begin, ...reasons, ...(more === 0 ? [] : [`and ${more} more`])]);
  expect(parked).toMatchObject({ lastStatus: 200, sequence: 1, attempts: 0 });
});

const JPEG = Buffer.from("\xff\xd8\xff-a-jpeg-file", "latin1");
const PICTURES: [string, Buffer][] = [
  [".png", Buffer.from("\x89PNG-a-png-file", "latin1")],
  [".webp", Buffer.from("RIFF1234WEBP-a-file")],
  ["", Buffer.from("RIFF1234WAVE-a-file")],
  ["", Buffer.from("12341234WEBP-a-file")],
  [".tiff", Buffer.from("II*\0-a-tiff-file")],
  [".tiff", Buffer.from("MM\0*-a-tiff-file")],
];

test("an export names each picture by its format and describes it, and takes damaged records as they are", () => {
  const folder = temporaryFolder();
  const outbox = openTestOutbox({ folder });
  const captures = PICTURES.map(([, original]) => scanCapture({ pictures: { original, small: JPEG } }));
  const [odd, empty, long, other] = Array.from({ length: 4 }, () =>
    scanCapture({ pictures: { original: JPEG, small: JPEG } }),
  );
  for (const capture of [...captures, odd!, empty!, long!, other!]) {
    outbox.insert(capture);
    outbox.park(capture.id, { reason: "for the test", status: 400 });
  }
  const names = { odd: "../of x", empty: "", long: "n".repeat(101) };
  const db = new Database(outbox.file);
  const rename = db.prepare("UPDATE records SET id = ?, payload = ? WHERE id = ?");
  rename.run(names.odd, Buffer.from("no JSON \xe9", "latin1"), odd!.id);
  rename.run(names.empty, Buffer.from("{}"), empty!.id);
  rename.run(names.long, Buffer.from("{}"), long!.id);
  db.exec("UPDATE pictures SET bytes = NULL WHERE role = 'original' AND record_ordinal = 7");
  db.close();
  const target = path.join(folder, "export");
  const ids = captures.map(({ id }) => id);
  expect(outbox.exportParked(target, [...ids, "unknown", ...Object.values(names)])).toEqual([
    ...ids,
    ...Object.values(names),
  ]);
  const exported = PICTURES.flatMap(([extension], index) => [
    `${ids[index]}.json`,
    `${ids[index]}.original${extension}`,
    `${ids[index]}.small.jpg`,
  ]);
  const damaged = ["record-8", "n".repeat(100)].flatMap((name) =>
    [".json", ".original.jpg", ".small.jpg"].map((end) => name + end),
  );
  expect(readdirSync(target).toSorted()).toEqual(
    [...exported, ...damaged, "___of_x.json", "___of_x.small.jpg"].toSorted(),
  );
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(target, name), "utf8"));
  const picture = (role: string, file: string | null) => ({
    role,
    sha256: sha256Hex(JPEG),
    sizeBytes: JPEG.byteLength,
    file,
  });
  expect(read("___of_x.json")).toMatchObject({
    id: names.odd,
    parkedReason: "for the test",
    payload: "no JSON \xe9",
    pictures: [picture("original", null), picture("small", "___of_x.small.jpg")],
  });
  expect(readFileSync(path.join(target, "record-8.small.jpg")).equals(JPEG)).toBe(true);
  expect(outbox.exportParked(target)).toHaveLength(10);
});
