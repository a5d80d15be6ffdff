import { expect, test } from "vitest";
import type { ScanCapture } from "./capture.ts";
import { type ContainerSource, createContainerAtStation } from "./container-numbers.ts";
import type { FurtherScan } from "./make-captures.ts";
import { createScanTaker } from "./take-scans.ts";

const START_MS = Date.UTC(2026, 9, 18, 10, 15);
const IDENTIFIED: ContainerSource = { kind: "identified", expiresAfterMs: 60_000, waitMs: 20_000 };
const [FIRST, SECOND] = ["CSQU3054383", "MSCU1234566"];

function createTaker(furtherScans: FurtherScan[] = []) {
  const failures: string[] = [];
  const clock = { atMs: 0 };
  const committed: ScanCapture[] = [];
  let lastId = 0;
  const container = createContainerAtStation(IDENTIFIED, null);
  const nowMs = () => START_MS + clock.atMs;
  const taker = createScanTaker({
    stationId: "gate-1",
    deviceId: "box-1",
    userEmail: undefined,
    scanType: "category",
    scanConfidence: 0.5,
    furtherScans,
    noteFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
    container,
    commit: (capture) => committed.push(capture) > 0,
    newId: () => `id-${++lastId}`,
    clock: { nowMs, monotonicMs: () => clock.atMs },
    isClockSynchronised: () => true,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const announce = (containerNumber: string) => {
    container.announce({ containerNumber, announcedAtMs: nowMs() });
    taker.settle();
  };
  const size = { widthPixels: 16, heightPixels: 12 };
  /** Decides on a load; its pictures are made once the function it returns is called. */
  const begin = () => {
    const rgb = new Uint8Array(16 * 12 * 3);
    const frame = { cameraId: "top", index: 0, capturedAtMs: nowMs(), monotonicMs: clock.atMs, ...size, rgb };
    const detections = { model: { name: "m", version: "1" }, ...size, inferenceMs: 1, items: [] };
    return taker.begin({ picture: { frame, detections }, reason: "stable" });
  };
  return {
    taker,
    begin,
    announce,
    clock,
    committed,
    failures,
    numbers: () => committed.map(({ containerNumber }) => containerNumber),
  };
}

test("a load has the number that was known when it was decided on, whatever is announced while its pictures are made", async () => {
  const { taker, begin, announce, numbers } = createTaker();
  announce(FIRST);
  const make = begin();
  const making = make();
  announce(SECOND);
  await making;
  expect(numbers()).toEqual([FIRST]);
  await begin()();
  expect(numbers()).toEqual([FIRST, SECOND]);
  expect(taker.status()).toMatchObject({ scans: 2, waitingForNumber: false, lastScan: { containerNumber: SECOND } });
});

test("a number that is announced while the pictures of a load without one are made is that load's", async () => {
  const { begin, announce, numbers } = createTaker();
  const making = begin()();
  announce(FIRST);
  expect(numbers()).toEqual([]);
  await making;
  expect(numbers()).toEqual([FIRST]);
});

test("a load without a number waits for one until its time is over, counted from the decision", async () => {
  const { taker, begin, numbers, clock } = createTaker();
  const make = begin();
  clock.atMs = 10_000;
  await make();
  expect(taker.status()).toMatchObject({ scans: 0, waitingForNumber: true });
  clock.atMs = 19_999;
  taker.settle();
  expect(numbers()).toEqual([]);
  clock.atMs = 20_000;
  taker.settle();
  expect(numbers()).toEqual(["UNIDENTIFIED-gate-1-20261018-101500"]);
});

test("a load without a number gets none that is announced after the next load was decided on", async () => {
  const { begin, announce, clock, numbers } = createTaker();
  await begin()();
  clock.atMs = 5_000;
  const making = begin()();
  announce(SECOND);
  await making;
  expect(numbers()).toEqual(["UNIDENTIFIED-gate-1-20261018-101500", SECOND]);
});

test("what waits is committed when the agent stops, also before its pictures are made", async () => {
  const { taker, begin, numbers } = createTaker();
  await begin()();
  taker.stop();
  expect(numbers()).toEqual(["UNIDENTIFIED-gate-1-20261018-101500"]);
  const make = begin();
  taker.stop();
  await make();
  expect(numbers()).toHaveLength(2);
});

test("each further model makes a scan of the same picture and load; if one fails, the others are kept", async () => {
  const findings = { model: { name: "damage", version: "3" }, widthPixels: 16, heightPixels: 12, inferenceMs: 2 };
  const box = { x1: 1, y1: 1, x2: 5, y2: 5 };
  const dent = { className: "dent", confidence: 0.6, box, polygon: null, areaPercent: 8 };
  const { begin, announce, committed, failures, taker } = createTaker([
    { type: "illegal", scanConfidence: 0.5, detect: () => Promise.reject(new Error("NaN in output0")) },
    {
      type: "defect",
      scanConfidence: 0.5,
      detect: async () => ({ ...findings, items: [dent, { ...dent, confidence: 0.4 }] }),
    },
  ]);
  announce(FIRST);
  await begin()();
  expect(committed.map(({ kind, containerNumber }) => [kind, containerNumber])).toEqual([
    ["category-scan", FIRST],
    ["defect-scan", FIRST],
  ]);
  expect(committed[1]?.payload).toMatchObject({ model_name: "damage", detections: [{ class_name: "dent" }] });
  expect(committed[1]?.payload.detections).toHaveLength(1);
  expect(new Set(committed.map(({ id }) => id)).size).toBe(2);
  expect(committed[1]?.capturedAtMs).toBe(committed[0]?.capturedAtMs);
  expect(failures).toEqual(["illegal scan failed: Error: NaN in output0"]);
  expect(taker.status()).toMatchObject({ scans: 1, lastScan: { id: committed[0]?.id } });
});
