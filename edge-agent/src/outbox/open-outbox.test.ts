import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { recordChainText } from "@container-inspection/shared-schemas/record-chain";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { sha256Hex } from "./digest.ts";
import { inspectOutbox } from "./inspect-outbox.ts";
import { OutboxError } from "./outbox-error.ts";
import {
  eventsCapture,
  identifyCapture,
  NOW_MS,
  openTestOutbox,
  scanCapture,
  temporaryFolder,
  waitingIds,
} from "./testing/captures.ts";

const NO_EXCLUSIONS = { excludeCameraIds: [], excludeKinds: [], excludeIds: [], limit: 10 };

test("a scan is unchanged after a restart, with the fields that the outbox adds", () => {
  const folder = temporaryFolder();
  const capture = scanCapture({
    pictures: { original: Buffer.from("o"), annotated: Buffer.from("a"), small: Buffer.from("s") },
  });
  const first = openTestOutbox({ folder });
  expect(first.insert(capture)).toEqual({ ok: true, id: capture.id, sequence: 1 });
  first.close();

  const read = openTestOutbox({ folder }).read(capture.id);
  const imageSha256 = sha256Hex("o");
  const chained = { sequence: 1, previousSha256: "", deviceId: "device-1", cameraId: "gate-1", imageSha256 };
  const timestamp = "2026-11-20T08:00:00.000Z";
  const findingsSha256 = sha256Hex('[null,null,[["carton",0.9,null,null,null,null,null,null]]]');
  expect(read).toEqual({
    ok: true,
    record: {
      id: capture.id,
      kind: "category-scan",
      cameraId: "gate-1",
      sequence: 1,
      containerNumber: "MSCU1234566",
      capturedAtMs: NOW_MS,
      clockSynchronised: true,
      payload: {
        detections: [{ class_name: "carton", confidence: 0.9 }],
        device_id: "device-1",
        camera_id: "gate-1",
        timestamp,
        image_sha256: imageSha256,
        sequence: 1,
        findings_sha256: findingsSha256,
        record_sha256: sha256Hex(
          recordChainText({ ...chained, containerNumber: "MSCU1234566", timestamp, findingsSha256 }),
        ),
      },
      image: { bytes: Buffer.from("o"), reduced: false },
      annotated: Buffer.from("a"),
    },
  });
});

test("each camera's scans form a separate hash chain that continues after delivery and restart", () => {
  const folder = temporaryFolder();
  const payloadOf = (outbox: ReturnType<typeof openTestOutbox>, cameraId: string) => {
    const capture = scanCapture({ cameraId });
    outbox.insert(capture);
    const read = outbox.read(capture.id);
    outbox.acknowledge(capture.id);
    return read.ok ? read.record.payload : {};
  };
  const first = openTestOutbox({ folder });
  const one = payloadOf(first, "gate-1");
  const other = payloadOf(first, "gate-2");
  first.close();
  const two = payloadOf(openTestOutbox({ folder }), "gate-1");
  expect([one["sequence"], other["sequence"], two["sequence"]]).toEqual([1, 1, 2]);
  expect(two["previous_sha256"]).toBe(one["record_sha256"]);
  expect(other).not.toHaveProperty("previous_sha256");
});

test("a camera's first waiting record is offered, scans before events, and excluded ones are not", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const events = eventsCapture(1);
  const [scan, identify, elsewhere] = [scanCapture(), identifyCapture(), eventsCapture(1, { cameraId: "gate-2" })];
  for (const capture of [events, scan, identify, elsewhere]) outbox.insert(capture);
  expect(waitingIds(outbox)).toEqual([scan.id, elsewhere.id, identify.id, events.id]);
  expect(
    outbox.nextRecords({ ...NO_EXCLUSIONS, excludeKinds: ["category-scan", "identify"] }).map(({ id }) => id),
  ).toEqual([events.id, elsewhere.id]);
  expect(outbox.nextRecords({ ...NO_EXCLUSIONS, excludeCameraIds: ["gate-1"] }).map(({ id }) => id)).toEqual([
    elsewhere.id,
  ]);
  expect(outbox.nextRecords({ ...NO_EXCLUSIONS, limit: 1 })).toEqual([
    { id: scan.id, kind: "category-scan", cameraId: "gate-1", sizeBytes: expect.any(Number) },
  ]);
});

test("every open of an existing file works with synchronous=FULL, where SQLite alone falls back to NORMAL", () => {
  const file = path.join(temporaryFolder(), "outbox.db");
  const bounds = { maxBytes: 1024 ** 2, busyTimeoutMs: 100 };
  const settings = [
    "synchronous",
    "journal_mode",
    "busy_timeout",
    "journal_size_limit",
    "max_page_count",
    "auto_vacuum",
  ];
  const read = (db: Database.Database) => settings.map((name) => db.pragma(name, { simple: true }));
  const first = openDatabase(file, bounds);
  expect(read(first)).toEqual([2, "wal", 100, 16_777_216, 128, 2]);
  first.close();
  const plain = new Database(file);
  expect(plain.pragma("synchronous", { simple: true })).toBe(1);
  plain.close();
  const again = openDatabase(file, bounds);
  expect(read(again)).toEqual([2, "wal", 100, 16_777_216, 128, 2]);
  again.close();
});

test("a second agent on the same folder is refused with the pid of the first", () => {
  const folder = temporaryFolder();
  const first = openTestOutbox({ folder });
  expect(() => openTestOutbox({ folder })).toThrow(new RegExp(`process ${process.pid} uses it .*Only one agent`));
  first.close();
  expect(openTestOutbox({ folder }).status().pending).toBe(0);
});

test("the command line reads and retries beside a running agent and does not disturb it", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const capture = scanCapture();
  outbox.insert(capture);
  outbox.park(capture.id, { reason: "the cloud answered 400", status: 400 });
  const beside = inspectOutbox({ file: outbox.file, nowMs: () => NOW_MS });
  expect(beside.status()).toMatchObject({ pending: 0, parked: 1 });
  expect(beside.parked()).toMatchObject([{ id: capture.id, reason: "the cloud answered 400", lastStatus: 400 }]);
  expect(beside.retryParked([capture.id])).toBe(1);
  expect(waitingIds(outbox)).toEqual([capture.id]);
  expect(outbox.insert(scanCapture()).ok).toBe(true);
  beside.close();
  expect(outbox.insert(scanCapture()).ok).toBe(true);
});

test("inspecting a missing outbox reports that and creates none", () => {
  const folder = temporaryFolder();
  expect(() => inspectOutbox({ file: path.join(folder, "outbox.db"), nowMs: () => NOW_MS })).toThrow(
    /the outbox does not exist/,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test("a file of a newer agent is refused, not touched", () => {
  const folder = temporaryFolder();
  const outbox = openTestOutbox({ folder });
  outbox.close();
  const db = new Database(outbox.file);
  db.pragma("user_version = 99");
  db.exec("UPDATE facts SET value = 99 WHERE name = 'least_program'");
  db.close();
  const before = readFileSync(outbox.file);
  expect(() => openTestOutbox({ folder })).toThrow(/schema version 99, this program knows version 3.*newer agent/);
  expect(readFileSync(outbox.file).equals(before)).toBe(true);
});

test("the previous release takes over a file whose newer version only adds to it, and gives it back", () => {
  const folder = temporaryFolder();
  const outbox = openTestOutbox({ folder });
  const [kept, delivered] = [scanCapture(), scanCapture()];
  for (const capture of [kept, delivered]) outbox.insert(capture);
  outbox.close();
  const change = (...statements: string[]) => {
    const db = new Database(outbox.file);
    for (const statement of statements) db.exec(statement);
    db.close();
  };
  change(
    "ALTER TABLE records ADD COLUMN later TEXT",
    "CREATE TABLE later (name TEXT PRIMARY KEY) STRICT",
    "INSERT INTO later VALUES ('kept')",
    "PRAGMA user_version = 4",
  );
  const previous = openTestOutbox({ folder });
  expect(waitingIds(previous)).toEqual([kept.id, delivered.id]);
  previous.acknowledge(delivered.id);
  const captured = scanCapture();
  expect(previous.insert(captured)).toMatchObject({ ok: true, sequence: 3 });
  previous.close();
  const db = new Database(outbox.file, { readonly: true });
  expect(db.pragma("user_version", { simple: true })).toBe(4);
  expect(db.prepare("SELECT id, later FROM records").all()).toEqual([
    { id: kept.id, later: null },
    { id: captured.id, later: null },
  ]);
  expect(db.prepare("SELECT name FROM later").pluck().all()).toEqual(["kept"]);
  db.close();
  change("UPDATE facts SET value = 4 WHERE name = 'least_program'");
  expect(() => openTestOutbox({ folder })).toThrow(/schema version 4, this program knows version 3/);
  change("DELETE FROM facts WHERE name = 'least_program'");
  expect(() => openTestOutbox({ folder })).toThrow(/schema version 4, this program knows version 3/);
});

test("a folder that cannot be made is an error with operation, subject, cause and hint", () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, "file"), "");
  const open = () => openTestOutbox({ folder: path.join(folder, "file") });
  expect(open).toThrow(OutboxError);
  expect(open).toThrow(/^Cannot make the folder of .*outbox\.db: .*EEXIST.* Check the folder in the configuration/);
});

test("an id that is used already, or that no header takes, throws and keeps the first record", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const capture = scanCapture();
  outbox.insert(capture);
  expect(() => outbox.insert(scanCapture({ id: capture.id }))).toThrow(/UNIQUE/);
  expect(() => outbox.insert(scanCapture({ id: "a b" }))).toThrow(RangeError);
  expect(waitingIds(outbox)).toEqual([capture.id]);
});
