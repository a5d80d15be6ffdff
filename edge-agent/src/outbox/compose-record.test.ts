import { expect, test } from "vitest";
import { composeNumbered, composePictures, composeRecord, composeUnnumbered } from "./compose-record.ts";
import { digestRecord, sha256Hex } from "./digest.ts";
import type { StoredRecord } from "./read-record.ts";
import type { Capture } from "./record.ts";
import {
  driftCapture,
  eventsCapture,
  evidenceCapture,
  identifyCapture,
  NOW_MS,
  scanCapture,
} from "./testing/captures.ts";

const LAST = { sequence: 6, recordSha256: "f".repeat(64) };
const BEGIN = { sequence: 0, recordSha256: "" };
const UNSIGNED = () => null;
const TIMESTAMP = "2026-11-20T08:00:00.000Z";

/** The composed record with its payload read; pictures in another order than they are composed in. */
function compose(capture: Capture, last = BEGIN, sign: (sha256: string) => string | null = UNSIGNED) {
  const pictures = composePictures(capture).toReversed();
  const record = composeRecord(capture, pictures, last, sign);
  const payload: unknown = JSON.parse(Buffer.from(record.payload).toString("utf8"));
  return { ...record, payload, payloadBytes: record.payload.byteLength };
}

test("the hash of a record covers all its facts and its pictures in any order", () => {
  const payload = Buffer.from('{"a":1}');
  const facts = { id: "test-1", kind: "evidence", cameraId: "gate-1", sequence: 3, containerNumber: "MSCU1234566" };
  const pictures = ["small", "original"].map((role) => ({ role, sha256: `${role}-hash`, sizeBytes: 5 }));
  const record = { ...facts, capturedAtMs: 1_000, clockSynchronised: true, payloadVersion: 1, payload, pictures };
  const known = ["test-1", "evidence", "gate-1", 3, "MSCU1234566", 1_000, true, 1, sha256Hex('{"a":1}')];
  const expected = [...known, "original original-hash 5", "small small-hash 5"];
  expect(digestRecord(record)).toBe(sha256Hex(JSON.stringify(expected)));
});

test("a scan is a link of its chain with its findings, its model, its trace and its signature", () => {
  const detections = [{ class_name: "carton", confidence: 0.9 }];
  const payload = { detections, model_name: "cartons", model_version: "7", user_email: "a@example.com" };
  const capture = scanCapture({ id: "scan", payload, traceparent: "00-trace", clockSynchronised: false });
  const imageSha256 = sha256Hex(capture.pictures.original);
  const findings = sha256Hex('["cartons","7",[["carton",0.9,null,null,null,null,null,null]]]');
  const facts = [LAST.recordSha256, 7, "device-1", "gate-1", "MSCU1234566", TIMESTAMP, imageSha256, findings];
  const recordSha256 = sha256Hex(facts.join("\n"));
  const composed = compose(capture, LAST, (sha256) => `signature of ${sha256}`);
  expect(composed).toEqual({
    id: "scan",
    kind: "category-scan",
    cameraId: "gate-1",
    sequence: 7,
    containerNumber: "MSCU1234566",
    capturedAtMs: NOW_MS,
    clockSynchronised: 0,
    priority: 0,
    payloadVersion: 1,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    recordSha256,
    sizeBytes: composed.payloadBytes + 2_200,
    payloadBytes: composed.payloadBytes,
    payload: {
      ...payload,
      device_id: "device-1",
      camera_id: "gate-1",
      traceparent: "00-trace",
      timestamp: TIMESTAMP,
      image_sha256: imageSha256,
      findings_sha256: findings,
      sequence: 7,
      previous_sha256: LAST.recordSha256,
      record_sha256: recordSha256,
      record_signature: `signature of ${recordSha256}`,
    },
  });
  const unnamed = compose(scanCapture({ payload: { detections } }));
  const unnamedFindings = sha256Hex('[null,null,[["carton",0.9,null,null,null,null,null,null]]]');
  expect(unnamed.payload).toHaveProperty("findings_sha256", unnamedFindings);
});

test("a photo has no findings, and what has no pictures is on no chain of hashes", () => {
  const origin = { device_id: "device-1", camera_id: "gate-1" };
  const photo = evidenceCapture({ cameraId: "gate-1" });
  const imageSha256 = sha256Hex(photo.pictures.original);
  const facts = ["", 1, "device-1", "gate-1", "MSCU1234566", TIMESTAMP, imageSha256];
  const recordSha256 = sha256Hex(facts.join("\n"));
  const link = { image_sha256: imageSha256, sequence: 1, record_sha256: recordSha256 };
  const first = { sequence: 1, priority: 0, recordSha256: null };
  expect(compose(photo)).toMatchObject({ ...first, recordSha256, containerNumber: "MSCU1234566" });
  expect(compose(photo).payload).toEqual({ ...origin, timestamp: TIMESTAMP, ...link });
  const identified = compose(identifyCapture());
  expect(identified).toMatchObject({ ...first, containerNumber: "MSCU1234566", sizeBytes: identified.payloadBytes });
  const number = { container_number: "MSCU1234566", confidence: 0.8 };
  expect(identified.payload).toEqual({ ...origin, ...number, timestamp: TIMESTAMP });
  const drift = compose(driftCapture({ payload: { days: [] } as never }));
  expect(drift).toMatchObject({ ...first, containerNumber: null, priority: 1 });
  expect(drift.payload).toEqual({ ...origin, days: [], timestamp: TIMESTAMP });
  const events = eventsCapture(1);
  expect(compose(events)).toMatchObject({ ...first, containerNumber: null, priority: 1 });
  expect(compose(events).payload).toEqual({ ...origin, ...events.payload });
});

test.each([true, false])("a scan that gets its number is as if it had had it (clock synchronised: %s)", (isRight) => {
  const capture = scanCapture({ clockSynchronised: isRight });
  const pictures = composePictures(capture);
  const sign = () => "signature";
  const expected = composeRecord(capture, pictures, LAST, sign);
  const { containerNumber: _number, ...scan } = capture;
  const waiting = composeUnnumbered(scan, pictures);
  expect(waiting).toMatchObject({ sequence: 0, containerNumber: null, recordSha256: null });
  // Its original was dropped before that.
  const rest = { ordinal: 1, kind: scan.kind, attempts: 0, nextAttemptAtMs: null, lastStatus: null, lastError: null };
  const kept = { parkedAtMs: null, parkedReason: null, payload: Buffer.from(waiting.payload) };
  const stored: StoredRecord = { ...waiting, ...rest, ...kept, sizeBytes: waiting.sizeBytes - 2_000 };
  const storedPictures = pictures.map((picture) => ({ ...picture, bytes: null }));
  const parts = { last: LAST, sign };
  const numbered = composeNumbered(stored, storedPictures, { containerNumber: capture.containerNumber }, parts);
  expect(numbered).toEqual({ ...expected, sizeBytes: expected.sizeBytes - 2_000 });
  const noScan = { ...stored, payload: Buffer.from('{"device_id":"device-1"}') };
  expect(() => composeNumbered(noScan, storedPictures, { containerNumber: "MSCU1234566" }, parts)).toThrow(
    new TypeError(`record ${capture.id} waits for a number and is not a scan`),
  );
});
