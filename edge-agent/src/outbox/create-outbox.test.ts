import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { eventsCapture, evidenceCapture, openTestOutbox, scanCapture, temporaryFolder } from "./testing/captures.ts";
import { createFieldLogger } from "./testing/field-logger.ts";

const NUMBER = "CSQU3054383";
const BUSY = "database is locked (SQLITE_BUSY). Another process uses the outbox: stop it, or wait until it is done.";

function unnumbered() {
  const { containerNumber: _number, ...scan } = scanCapture();
  return scan;
}

test("listeners hear of what can be delivered now, and of nothing else, until they leave", () => {
  const logger = createFieldLogger();
  const limits = { maxBytes: 2 * 1024 ** 2 };
  const outbox = openTestOutbox({ folder: temporaryFolder(), logger, limits });
  let heard = 0;
  const leave = outbox.onPending(() => (heard += 1));
  const [scan, parked, late] = [scanCapture(), scanCapture(), unnumbered()];
  expect(outbox.follow({ cameraId: "gate-1", kind: "category-scan", recordSha256: "before" })).toBe(true);
  expect(outbox.follow({ cameraId: "gate-1", kind: "category-scan", recordSha256: "other" })).toBe(false);
  expect(outbox.insert(scan)).toEqual({ ok: true, id: scan.id, sequence: 1 });
  expect(outbox.read(scan.id)).toMatchObject({ record: { payload: { previous_sha256: "before" } } });
  outbox.insert(parked);
  expect(heard).toBe(2);
  expect(outbox.insertUnnumbered(late)).toEqual({ ok: true, id: late.id, sequence: 0 });
  const { id, kind, cameraId, capturedAtMs } = late;
  expect(outbox.unnumbered()).toEqual([{ id, kind, cameraId, capturedAtMs, passageId: null }]);
  expect(
    outbox.insert(scanCapture({ pictures: { original: Buffer.alloc(9_000_000), small: Buffer.alloc(1) } })).ok,
  ).toBe(false);
  expect(outbox.assignNumber("missing", NUMBER)).toBe("missing");
  outbox.park(parked.id, { reason: "refused", status: 400 });
  outbox.park("missing", { reason: "refused", status: 400 });
  outbox.acknowledge("missing");
  expect(outbox.retryParked(["missing"])).toBe(0);
  expect(heard).toBe(2);
  expect(outbox.retryParked([parked.id])).toBe(1);
  expect(heard).toBe(3);
  expect(outbox.assignNumber(late.id, NUMBER)).toBe("numbered");
  expect(heard).toBe(4);
  leave();
  outbox.insert(scanCapture());
  expect(heard).toBe(4);
  const warn = (message: string, fields: object) => ({ level: "warn", message, fields });
  expect(logger.entries.filter(({ message }) => !message.startsWith("outbox full"))).toEqual([
    warn("scan cannot get its container number", { recordId: "missing", result: "missing" }),
    warn("record parked", { recordId: parked.id, status: 400, reason: "refused" }),
    warn("delivered record is no longer in the outbox", { recordId: "missing" }),
  ]);
});

test("while the file cannot be written, captures are refused and counted, and each other call reports its failure", () => {
  const logger = createFieldLogger();
  const outbox = openTestOutbox({
    folder: temporaryFolder(),
    logger,
    limits: { busyTimeoutMs: 0, maxBytes: 2 * 1024 ** 2 },
  });
  const [waiting, damaged, batch] = [scanCapture(), scanCapture(), eventsCapture(2)];
  for (const capture of [waiting, damaged, batch, eventsCapture(2)]) outbox.insert(capture);
  const other = new Database(outbox.file);
  onTestFinished(() => void other.close());
  other.prepare("UPDATE records SET sha256 = 'other' WHERE id = ?").run(damaged.id);
  other.exec("BEGIN IMMEDIATE");

  const pictures = { original: Buffer.alloc(1_000), annotated: undefined, small: Buffer.alloc(100) };
  const scan = scanCapture({ payload: { detections: [{ class_name: "é" }] }, pictures });
  const message = `OutboxError: Cannot keep a capture in ${outbox.file}: ${BUSY}`;
  expect(outbox.insert(scan)).toEqual({ ok: false, reason: "unwritable", message, neededBytes: 1_136 });
  const events = eventsCapture(1);
  const neededBytes = Buffer.byteLength(JSON.stringify(events.payload));
  expect(outbox.insert(events)).toEqual({ ok: false, reason: "unwritable", message, neededBytes });
  expect(outbox.status().refused).toBe(2);
  expect(logger.entries).toEqual([
    {
      level: "warn",
      message: "refused captures are counted in memory only",
      fields: { reason: `OutboxError: Cannot count a refused capture in the outbox: ${BUSY}` },
    },
  ]);

  const link = { cameraId: "gate-9", kind: "category-scan" as const, recordSha256: "" };
  const failure = { status: 500, error: "error", counted: true, nextAttemptAtMs: 0 };
  const works: [string, () => unknown][] = [
    [`begin a chain in ${outbox.file}`, () => outbox.follow(link)],
    [`merge the events of ${batch.id}`, () => outbox.mergeEvents(batch.id)],
    [`park the record ${waiting.id}`, () => outbox.park(waiting.id, { reason: "refused", status: 400 })],
    [`note a failed try of record ${waiting.id}`, () => outbox.noteFailure(waiting.id, failure)],
    [`delete the delivered record ${waiting.id}`, () => outbox.acknowledge(waiting.id)],
    [`give its container number to ${waiting.id}`, () => outbox.assignNumber(waiting.id, NUMBER)],
    [`park the damaged record ${damaged.id}`, () => outbox.read(damaged.id)],
  ];
  for (const [operation, work] of works) expect(work).toThrow(`Cannot ${operation}: ${BUSY}`);

  other.exec("COMMIT");
  expect(() => outbox.insert(evidenceCapture({ id: "a b" }))).toThrow(
    "a record's id must match /^[A-Za-z0-9_-]{1,100}$/, not a b",
  );
  expect(outbox.insert(scan).ok).toBe(true);
  expect([outbox.status().refused, outbox.read(damaged.id)]).toEqual([2, { ok: false, reason: "damaged" }]);
  expect(logger.entries).toHaveLength(1);
  // The next refusal writes down all of them.
  const large = scanCapture({ pictures: { original: Buffer.alloc(9_000_000), small: Buffer.alloc(1) } });
  expect(outbox.insert(large)).toMatchObject({ ok: false, reason: "full" });
  expect(other.prepare("SELECT value FROM facts WHERE name = 'refused'").pluck().get()).toBe(3);
  expect(outbox.status().refused).toBe(3);
});
