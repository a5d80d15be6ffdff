import { writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { createInspection, inspectOutbox } from "./inspect-outbox.ts";
import {
  eventsCapture,
  identifyCapture,
  NOW_MS,
  openTestOutbox,
  scanCapture,
  temporaryFolder,
  waitingIds,
} from "./testing/captures.ts";

test("what waits is given in the order of delivery with its hash, a damaged record without its content", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const [events, first, parked, damaged, last] = [
    eventsCapture(1),
    scanCapture({ cameraId: "gate-2" }),
    scanCapture(),
    scanCapture(),
    identifyCapture(),
  ];
  for (const capture of [events, first, parked, damaged, last]) outbox.insert(capture);
  const { containerNumber: _number, ...unnumbered } = scanCapture();
  outbox.insertUnnumbered(unnumbered);
  outbox.park(parked.id, { reason: "for the test", status: 400 });
  const db = new Database(outbox.file);
  db.prepare("UPDATE records SET captured_at_ms = 1 WHERE id = ?").run(damaged.id);
  const sha256Of = (id: string) => db.prepare("SELECT sha256 FROM records WHERE id = ?").pluck().get(id);
  const recordOf = (id: string) => {
    const read = outbox.read(id);
    return read.ok ? read.record : null;
  };
  const expected = [first, damaged, last, events].map(({ id }) => ({
    id,
    sha256: sha256Of(id),
    record: id === damaged.id ? null : recordOf(id),
  }));
  db.close();
  expect([...outbox.waiting()]).toEqual(expected);
  expect(expected.filter(({ record }) => record === null)).toHaveLength(1);
});

test("the answers that the cloud gave to a file delete, park and reject; a deleted or another record is missing", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const captures = [scanCapture(), scanCapture(), eventsCapture(2), scanCapture(), scanCapture()];
  for (const capture of captures) outbox.insert(capture);
  const beside = inspectOutbox({ file: outbox.file, nowMs: () => NOW_MS + 5 });
  const [recorded, refused, rejecting, changed, parked] = captures.map(({ id }) => id);
  const carried = new Map([...beside.waiting()].map(({ id, sha256 }) => [id, sha256]));
  const known = (id: string | undefined) => ({ id: id ?? "", sha256: carried.get(id ?? "") ?? "" });
  outbox.park(parked!, { reason: "parked before", status: 422 });
  const rejected = [{ index: 1, code: "BAD", message: "no box" }];
  expect(
    beside.settle([
      { ...known(recorded), outcome: "recorded", rejected: [] },
      { ...known(refused), outcome: "refused", reason: "the cloud refused it", status: 400 },
      { ...known(rejecting), outcome: "recorded", rejected },
      { id: changed!, sha256: "0".repeat(64), outcome: "recorded", rejected: [] },
      { id: "unknown", sha256: "0".repeat(64), outcome: "refused", reason: "unknown", status: 400 },
      { ...known(parked), outcome: "refused", reason: "parked again", status: 400 },
    ]),
  ).toEqual({ deleted: 2, parked: 1, missing: 2 });
  expect(waitingIds(outbox)).toEqual([changed]);
  expect(outbox.delivered()).toMatchObject([{ id: recorded, deliveredAtMs: NOW_MS + 5 }]);
  expect(outbox.parked()).toMatchObject([
    { id: refused, reason: "the cloud refused it", lastStatus: 400, parkedAtMs: NOW_MS + 5 },
    { id: parked, reason: "parked before", lastStatus: 422 },
    { id: expect.stringMatching(/^[0-9a-f]{24}$/), reason: expect.stringContaining("[0] BAD: no box") },
  ]);
  beside.close();
  expect(() => beside.status()).toThrow("The database connection is not open");
});

test("each call beside the agent names its operation and its subject", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const db = new Database(outbox.file);
  const asked: string[] = [];
  const status = outbox.status();
  const inspection = createInspection({
    file: "outbox.db",
    run(operation, subject, work) {
      asked.push(`${operation} ${subject}`);
      return work(db);
    },
    readStatus: () => status,
    settling: () => ({ nowMs: NOW_MS, newId: () => "unused", deliveredHistory: 1 }),
    close: () => db.close(),
  });
  const target = path.join(temporaryFolder(), "export");
  expect([
    inspection.status(),
    inspection.failing(),
    inspection.parked(),
    inspection.delivered(),
    inspection.exportParked(target),
    inspection.retryParked(),
    [...inspection.waiting()],
    inspection.settle([]),
  ]).toEqual([status, [], [], [], [], 0, [], { deleted: 0, parked: 0, missing: 0 }]);
  inspection.close();
  expect(asked).toEqual([
    "read the status of outbox.db",
    "list the failing records of outbox.db",
    "list the parked records of outbox.db",
    "list the deliveries of outbox.db",
    `export parked records to ${target}`,
    "retry parked records of outbox.db",
    // One for each priority: neither has any.
    "read the waiting records of outbox.db",
    "read the waiting records of outbox.db",
    "settle records of outbox.db",
  ]);
});

test("the status read beside the agent knows whether the ballast lies there, and what of the disk is spare", () => {
  const { file } = openTestOutbox({ folder: temporaryFolder() });
  const statusWith = (limits?: { ballastBytes: number }) => {
    const beside = inspectOutbox({ file, nowMs: () => NOW_MS, limits });
    const { ballastInPlace, spareDiskBytes } = beside.status();
    beside.close();
    return { ballastInPlace, hasSpare: (spareDiskBytes ?? 0) > 0 };
  };
  expect(statusWith()).toEqual({ ballastInPlace: false, hasSpare: true });
  expect(statusWith({ ballastBytes: 0 })).toEqual({ ballastInPlace: true, hasSpare: true });
  writeFileSync(`${file}.ballast`, "");
  expect(statusWith()).toEqual({ ballastInPlace: true, hasSpare: true });
});

test("a file that is no outbox is refused with the operation and the fix", () => {
  const file = path.join(temporaryFolder(), "outbox.db");
  writeFileSync(file, "no database".repeat(1_000));
  expect(() => inspectOutbox({ file, nowMs: () => NOW_MS })).toThrow(
    `Cannot open ${file}: file is not a database (SQLITE_NOTADB). The file is damaged: start the agent`,
  );
});
