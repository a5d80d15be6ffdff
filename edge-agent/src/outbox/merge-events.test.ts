import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import {
  eventsCapture,
  identifyCapture,
  NOW_MS,
  openTestOutbox,
  scanCapture,
  temporaryFolder,
  waitingIds,
} from "./testing/captures.ts";

const FAILURE = { status: 500, error: "the cloud failed", counted: false, nextAttemptAtMs: NOW_MS };
const eventsOf = (payload: Record<string, unknown>) => payload["events"];

test("batches of one run of a camera's tracker become one record with all events in order", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const batches = [eventsCapture(3), eventsCapture(1), eventsCapture(2)];
  const [elsewhere, scan] = [eventsCapture(1, { cameraId: "gate-2" }), scanCapture()];
  for (const capture of [...batches, elsewhere, scan]) outbox.insert(capture);
  const { id, isFull } = outbox.mergeEvents(batches[0]?.id ?? "");
  expect(isFull).toBe(false);
  const read = outbox.read(id);
  expect(read.ok && eventsOf(read.record.payload)).toEqual(batches.flatMap(({ payload }) => payload.events));
  expect(read.ok && read.record).toMatchObject({ kind: "stream-events", cameraId: "gate-1", sequence: 3 });
  expect(new Set(waitingIds(outbox))).toEqual(new Set([scan.id, elsewhere.id, id]));
  outbox.acknowledge(id);
  expect(outbox.status()).toMatchObject({ pending: 2, sequenceGaps: [] });
});

test("batches that were tried, of another run, or parked are not merged", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const [tried, first, second] = [eventsCapture(1), eventsCapture(1), eventsCapture(1)];
  const other = eventsCapture(1, { payload: { session_id: "session-2", events: eventsCapture(1).payload.events } });
  const later = eventsCapture(1);
  for (const capture of [tried, first, second, other, later]) outbox.insert(capture);
  outbox.noteFailure(tried.id, FAILURE);
  expect(outbox.mergeEvents(tried.id)).toEqual({ id: tried.id, isFull: false });
  const merged = outbox.mergeEvents(first.id);
  expect(merged.isFull).toBe(true);
  expect(new Set(waitingIds(outbox))).toEqual(new Set([tried.id, merged.id, other.id, later.id]));
  const scan = scanCapture();
  outbox.insert(scan);
  expect(outbox.mergeEvents(scan.id)).toEqual({ id: scan.id, isFull: false });
});

test("a record is not made larger than one request may be", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const batches = Array.from({ length: 3 }, () => eventsCapture(2_000));
  for (const capture of batches) outbox.insert(capture);
  const { id, isFull } = outbox.mergeEvents(batches[0]?.id ?? "");
  expect(isFull).toBe(true);
  const read = outbox.read(id);
  expect(read.ok && eventsOf(read.record.payload)).toHaveLength(4_000);
  expect(outbox.status().pending).toBe(2);
});

/** Returns the last sequence number of a camera's events that counts as delivered. */
function lastDelivered(file: string): unknown {
  const db = new Database(file, { readonly: true });
  onTestFinished(() => void db.close());
  return db.prepare("SELECT last_delivered_sequence FROM sequences WHERE kind = 'stream-events'").pluck().get();
}

test("merged batches are no gap, and one that is missing, alone or of another kind does not change", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const identify = identifyCapture();
  const batches = Array.from({ length: 3 }, () => eventsCapture(1, { clockSynchronised: false }));
  for (const capture of [identify, ...batches]) outbox.insert(capture);
  for (const id of ["unknown", identify.id, batches[2]!.id])
    expect(outbox.mergeEvents(id)).toEqual({ id, isFull: false });
  const merged = outbox.mergeEvents(batches[0]!.id);
  const heads = outbox.nextRecords({ excludeCameraIds: [], excludeKinds: ["identify"], excludeIds: [], limit: 10 });
  expect(heads).toEqual([{ id: merged.id, kind: "stream-events", cameraId: "gate-1", sizeBytes: merged.sizeBytes }]);
  expect(merged).toEqual({ id: merged.id, sizeBytes: heads[0]?.sizeBytes, isFull: false });
  expect(outbox.read(merged.id)).toMatchObject({ ok: true, record: { clockSynchronised: false, sequence: 3 } });
  expect(lastDelivered(outbox.file)).toBe(2);
});

test("merging ends before a batch that was tried, is damaged, or is of a clock of another kind", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const cameras = ["tried", "damaged", "damaged-first", "clock"];
  const batches = new Map<string, string[]>();
  for (const cameraId of cameras) {
    const captures = Array.from({ length: 4 }, (_, index) =>
      eventsCapture(1, { cameraId, clockSynchronised: cameraId !== "clock" || index !== 2 }),
    );
    for (const capture of captures) outbox.insert(capture);
    batches.set(
      cameraId,
      captures.map(({ id }) => id),
    );
  }
  outbox.noteFailure(batches.get("tried")![2]!, FAILURE);
  const db = new Database(outbox.file);
  const damage = db.prepare("UPDATE records SET captured_at_ms = 1 WHERE id = ?");
  damage.run(batches.get("damaged")![2]);
  damage.run(batches.get("damaged-first")![0]);
  db.close();
  const results = cameras.map((cameraId) => {
    const [first, second, ...rest] = batches.get(cameraId)!;
    const { id, isFull } = outbox.mergeEvents(first!);
    const waiting = waitingIds(outbox);
    const others = [second, ...rest].map((other) => waiting.includes(other!));
    return { cameraId, isMerged: id !== first, isFull, others };
  });
  expect(results).toEqual([
    { cameraId: "tried", isMerged: true, isFull: false, others: [false, true, true] },
    { cameraId: "damaged", isMerged: true, isFull: false, others: [false, true, true] },
    { cameraId: "damaged-first", isMerged: false, isFull: false, others: [true, true, true] },
    { cameraId: "clock", isMerged: true, isFull: true, others: [false, true, true] },
  ]);
});

test("5,000 events fit into one request, and a batch that has more by itself stays as it is", () => {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const [half, other] = [eventsCapture(2_500), eventsCapture(2_500)];
  const large = eventsCapture(5_001, { cameraId: "gate-2" });
  for (const capture of [half, other, large]) outbox.insert(capture);
  const merged = outbox.mergeEvents(half.id);
  expect(merged.isFull).toBe(false);
  const read = outbox.read(merged.id);
  expect(read.ok && eventsOf(read.record.payload)).toHaveLength(5_000);
  expect(outbox.mergeEvents(large.id)).toEqual({ id: large.id, isFull: false });
});
