import { expect, test } from "vitest";
import { NO_TRACES } from "../base/traces/traces.ts";
import type { CaptureStore, HeldScan, ScanCapture, UnnumberedScan } from "./capture.ts";
import { type ContainerSource, createLaneContainers } from "./container-numbers.ts";
import type { FurtherScan } from "./make-captures.ts";
import { createEvidence, type SideCamera } from "./side-cameras.ts";
import { createScanTaker } from "./take-scans.ts";

const START_MS = Date.UTC(2026, 9, 18, 10, 15);
const IDENTIFIED: ContainerSource = { kind: "identified", expiresAfterMs: 60_000, waitMs: 20_000 };
const [FIRST, SECOND] = ["CSQU3054383", "MSCU1234566"];

/** `isRepeated`: every picture was captured before. */
type TakerOptions = {
  furtherScans?: FurtherScan[];
  held?: HeldScan[];
  isRepeated?: boolean;
  announced?: string;
  sideCameras?: SideCamera[];
};

function createTaker({
  furtherScans = [],
  held = [],
  isRepeated = false,
  announced,
  sideCameras = [],
}: TakerOptions = {}) {
  const failures: string[] = [];
  const clock = { atMs: 0 };
  const committed: ScanCapture[] = [];
  let lastId = 0;
  const containers = createLaneContainers(IDENTIFIED);
  if (announced !== undefined) containers.announce([{ containerNumber: announced }], START_MS);
  const onDisk = new Map<string, UnnumberedScan | HeldScan>(held.map((scan) => [scan.id, scan]));
  const numbered: string[] = [];
  const store: CaptureStore = {
    commit: (capture) => committed.push(capture as ScanCapture) > 0,
    hold(scan) {
      if (!isRepeated) onDisk.set(scan.id, scan);
      return !isRepeated;
    },
    assignNumber(id, containerNumber) {
      numbered.push(`${id} ${containerNumber}`);
      const scan = onDisk.get(id);
      onDisk.delete(id);
      if (scan && "payload" in scan) committed.push({ ...scan, containerNumber } as ScanCapture);
      return scan !== undefined;
    },
  };
  const nowMs = () => START_MS + clock.atMs;
  const taker = createScanTaker({
    stationId: "gate-1",
    deviceId: "box-1",
    userEmailAt: () => undefined,
    scanType: "category",
    geometry: undefined,
    scanConfidence: 0.5,
    furtherScans,
    noteFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
    container: containers.at(),
    fullPicture: async (frame) => ({ frame, problem: null }),
    evidence: createEvidence(sideCameras),
    store,
    held,
    newId: () => `id-${++lastId}`,
    clock: { nowMs, monotonicMs: () => clock.atMs },
    isClockSynchronised: () => true,
    traces: NO_TRACES,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const announce = (containerNumber: string) => {
    containers.announce([{ containerNumber }], nowMs());
    taker.settle();
  };
  const size = { widthPixels: 16, heightPixels: 12 };
  /** Decides on a load; its pictures are made once the function it returns is called. */
  const begin = (visit?: number) => {
    const rgb = new Uint8Array(16 * 12 * 3);
    const frame = { cameraId: "top", index: 0, capturedAtMs: nowMs(), monotonicMs: clock.atMs, ...size, rgb };
    const detections = { model: { name: "m", version: "1" }, ...size, inferenceMs: 1, items: [] };
    const decision = { picture: { frame, detections }, reason: "stable" as const };
    return taker.begin(visit === undefined ? decision : { ...decision, visit });
  };
  return {
    taker,
    begin,
    announce,
    clock,
    committed,
    onDisk,
    numbered,
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

test("what waits when the agent stops is on disk, and gets its number after the next start", async () => {
  const { begin, numbers, onDisk } = createTaker();
  await begin()();
  expect(numbers()).toEqual([]);
  const { taker, announce, clock, numbered } = createTaker({ held: [...onDisk.values()] });
  clock.atMs = 19_999;
  taker.settle();
  expect(numbered).toEqual([]);
  announce(FIRST);
  expect(numbered).toEqual([`id-1 ${FIRST}`]);
});

test("each further model makes a scan of the same picture and load; if one fails, the others are kept", async () => {
  const findings = { model: { name: "damage", version: "3" }, widthPixels: 16, heightPixels: 12, inferenceMs: 2 };
  const box = { x1: 1, y1: 1, x2: 5, y2: 5 };
  const dent = { className: "dent", confidence: 0.6, box, polygon: null, areaPercent: 8 };
  const { begin, announce, committed, failures, taker } = createTaker({
    furtherScans: [
      { type: "illegal", scanConfidence: 0.5, detect: () => Promise.reject(new Error("NaN in output0")) },
      {
        type: "defect",
        scanConfidence: 0.5,
        detect: async () => ({ ...findings, items: [dent, { ...dent, confidence: 0.4 }] }),
      },
    ],
  });
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

test("a scan is on disk while it waits for its number, and gets it there under the same id", async () => {
  const { begin, announce, onDisk, numbers, committed } = createTaker();
  await begin()();
  expect([...onDisk.keys()]).toEqual(["id-1"]);
  expect(numbers()).toEqual([]);
  announce(FIRST);
  expect([...onDisk.keys()]).toEqual([]);
  expect(committed.map(({ id, containerNumber }) => [id, containerNumber])).toEqual([["id-1", FIRST]]);
});

test("a scan of a picture that was captured before is none", async () => {
  const { begin, announce, numbered, taker } = createTaker({ isRepeated: true });
  await begin()();
  expect(taker.status()).toMatchObject({ scans: 0, waitingForNumber: false });
  announce(FIRST);
  expect(numbered).toEqual([]);
});

test("scans of one visit wait together; the next visit's ends their wait", async () => {
  const { begin, announce, numbers } = createTaker();
  await begin(1)();
  await begin(1)();
  expect(numbers()).toEqual([]);
  announce(FIRST);
  expect(numbers()).toEqual([FIRST, FIRST]);
});

const heldScan = (id: string, agoMs: number): HeldScan => ({
  id,
  kind: "category-scan",
  cameraId: "top",
  capturedAtMs: START_MS - agoMs,
});

test("after a restart, scans wait for the rest of their time, and not longer after the clock was set back", () => {
  const held = [heldScan("old", 60_000), heldScan("fresh", 15_000), heldScan("future", -3_600_000)];
  const { taker, clock, numbered } = createTaker({ held });
  taker.settle();
  expect(numbered).toEqual(["old UNIDENTIFIED-gate-1-20261018-101400"]);
  clock.atMs = 5_000;
  taker.settle();
  expect(numbered.slice(1)).toEqual(["fresh UNIDENTIFIED-gate-1-20261018-101445"]);
  clock.atMs = 20_000;
  taker.settle();
  expect(numbered).toHaveLength(3);
});

test("after a restart, a scan gets the number that was announced while it waited, though it has expired since", () => {
  const { taker, clock, numbered } = createTaker({ held: [heldScan("old", 10_000)], announced: FIRST });
  clock.atMs = 3_600_000;
  taker.settle();
  expect(numbered).toEqual([`old ${FIRST}`]);
  expect(taker.status()).toMatchObject({ lastScan: { id: "old", reason: "restored" }, waitingForNumber: false });
});

test("the photos of the side cameras have the number of the load, wait with it, and a dead camera costs no scan", async () => {
  const size = { widthPixels: 16, heightPixels: 12 };
  const rgb = new Uint8Array(16 * 12 * 3);
  const shown = { cameraId: "left", index: 0, capturedAtMs: START_MS - 40, monotonicMs: 0, ...size, rgb };
  const { begin, announce, committed, onDisk, failures } = createTaker({
    sideCameras: [
      { id: "left", picture: async () => shown, photo: async () => ({ frame: shown, problem: null }) },
      { id: "right", picture: async () => null, photo: async () => null },
    ],
  });
  await begin(1)();
  expect([...onDisk.values()].map(({ kind, cameraId }) => [kind, cameraId])).toEqual([
    ["category-scan", "top"],
    ["evidence", "left"],
  ]);
  announce(FIRST);
  const [scan, photo] = committed;
  expect(photo).toMatchObject({ kind: "evidence", cameraId: "left", containerNumber: FIRST });
  expect(photo).toMatchObject({ capturedAtMs: START_MS - 40, payload: {}, pictures: { small: expect.anything() } });
  expect(photo?.pictures).not.toHaveProperty("annotated");
  expect(photo?.id).not.toBe(scan?.id);
  expect(failures).toEqual(["evidence of camera right failed: Error: it gave no picture in time"]);
});
