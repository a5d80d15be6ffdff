import { expect, test } from "vitest";
import type { StationCapture, UnnumberedScan } from "./capture.ts";
import { createCommitter } from "./commit-captures.ts";

const facts = { deviceId: "box-1", cameraId: "top", capturedAtMs: 0, clockSynchronised: true };
const scan = (id: string): StationCapture => ({
  ...facts,
  kind: "category-scan",
  id,
  containerNumber: "CSQU3054383",
  payload: { detections: [], user_email: undefined, model_name: "m", model_version: "1", inference_ms: 1 },
  pictures: { original: new Uint8Array(1), annotated: new Uint8Array(1), small: new Uint8Array(1) },
});
const event = {
  event_id: "e",
  tracking_id: 1,
  class_name: "crate",
  confidence: 1,
  bbox: { x1: 0, y1: 0, x2: 1, y2: 1 },
  event_type: "enter" as const,
  timestamp: "2026-10-18T10:15:00.000Z",
};
const events = (id: string): StationCapture => ({
  ...facts,
  kind: "stream-events",
  id,
  payload: { session_id: "s", events: [event, event] },
});

function createFullDisk() {
  const disk = { isFull: true, ids: [] as string[], nowMs: 0, errors: 0, tooLarge: new Set<string>() };
  const committer = createCommitter({
    insert({ id }) {
      if (disk.isFull || disk.tooLarge.has(id)) return { ok: false, reason: "full", message: "the disk is full" };
      disk.ids.push(id);
      return { ok: true };
    },
    insertUnnumbered({ id }) {
      if (disk.isFull) return { ok: false, reason: "full", message: "the disk is full" };
      disk.ids.push(`${id} without a number`);
      return { ok: true, sequence: 0 };
    },
    assignNumber(id) {
      if (disk.isFull) throw new Error("the disk is full");
      disk.ids.push(`${id} numbered`);
      return "numbered";
    },
    monotonicMs: () => disk.nowMs,
    logger: { info: () => {}, warn: () => {}, error: () => (disk.errors += 1) },
  });
  return { disk, committer };
}

test("keeps scans that the outbox refuses and saves them in order once there is space; drops events, and counts them", () => {
  const { disk, committer } = createFullDisk();
  for (const capture of [scan("a"), events("b"), scan("c")]) committer.commit(capture);
  expect(committer.status()).toEqual({ unsaved: 2, lostScans: 0, lostEvents: 2 });
  disk.isFull = false;
  committer.tick();
  expect(disk.ids).toEqual([]);
  disk.nowMs = 10_000;
  committer.tick();
  expect(disk.ids).toEqual(["a", "c"]);
  expect(committer.status()).toEqual({ unsaved: 0, lostScans: 0, lostEvents: 2 });
});

test("tries each scan once per round: one that does not fit keeps no smaller one from the space that is left", () => {
  const { disk, committer } = createFullDisk();
  for (const id of ["large", "a", "b"]) committer.commit(scan(id));
  disk.isFull = false;
  disk.tooLarge.add("large");
  disk.nowMs = 10_000;
  committer.tick();
  expect(disk.ids).toEqual(["a", "b"]);
  committer.stop();
  expect(committer.status()).toMatchObject({ unsaved: 0, lostScans: 1 });
});

test("loses scans only beyond 32 and at a stop, each with an error in the log", () => {
  const { disk, committer } = createFullDisk();
  for (let index = 0; index < 34; index += 1) committer.commit(scan(`scan-${index}`));
  expect(committer.status()).toMatchObject({ unsaved: 32, lostScans: 2 });
  committer.stop();
  expect(committer.status()).toMatchObject({ unsaved: 0, lostScans: 34 });
  expect(disk.errors).toBe(34 + 34);
});

test("assigns a number later where the disk refuses it now, and does not call the scan lost at a stop", () => {
  const { disk, committer } = createFullDisk();
  expect(committer.assignNumber("held", "CSQU3054383")).toBe(false);
  expect(committer.status()).toMatchObject({ unsaved: 1 });
  disk.isFull = false;
  disk.nowMs = 10_000;
  committer.tick();
  expect(disk.ids).toEqual(["held numbered"]);
  disk.isFull = true;
  committer.assignNumber("other", "CSQU3054383");
  committer.stop();
  expect(committer.status()).toEqual({ unsaved: 0, lostScans: 0, lostEvents: 0 });
});

test("keeps a scan without a number in memory while the disk refuses it, and takes its number there", () => {
  const { disk, committer } = createFullDisk();
  for (const id of ["a", "b"]) expect(committer.hold(scan(id) as UnnumberedScan)).toBe(true);
  expect(committer.assignNumber("a", "CSQU3054383")).toBe(false);
  expect(committer.status()).toMatchObject({ unsaved: 2, lostScans: 0 });
  disk.isFull = false;
  disk.nowMs = 10_000;
  committer.tick();
  expect(disk.ids).toEqual(["b without a number", "a"]);
  expect(committer.assignNumber("b", "CSQU3054383")).toBe(true);
});

test("resolves once the captures that the disk refused are saved", async () => {
  const { disk, committer } = createFullDisk();
  committer.commit(scan("a"));
  let isSaved = false;
  const saved = committer.whenSaved().then(() => (isSaved = true));
  await Promise.resolve();
  expect(isSaved).toBe(false);
  disk.isFull = false;
  disk.nowMs = 10_000;
  committer.tick();
  await saved;
});
