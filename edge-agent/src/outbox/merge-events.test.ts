import { expect, test } from "vitest";
import { eventsCapture, NOW_MS, openTestOutbox, scanCapture, temporaryFolder, waitingIds } from "./testing/captures.ts";

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
