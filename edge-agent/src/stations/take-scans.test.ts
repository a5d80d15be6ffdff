import { expect, test } from "vitest";
import { NO_TRACES } from "../base/traces/traces.ts";
import type { CaptureStore, HeldScan, ScanCapture, UnnumberedScan } from "./capture.ts";
import type { ContainerSource } from "./container-numbers.ts";
import type { FurtherScan } from "./make-captures.ts";
import type { Evidence } from "./passages/evidence.ts";
import { createLanePassages } from "./passages/lane-passages.ts";
import { passagePlaceholder } from "./passages/placeholder-number.ts";
import { createStationPassages } from "./passages/station-passages.ts";
import { createEvidence, type SideCamera } from "./side-cameras.ts";
import { createScanTaker } from "./take-scans.ts";

const START_MS = Date.UTC(2026, 9, 18, 10, 15);
const IDENTIFIED = {
  kind: "identified",
  expiresAfterMs: 60_000,
  waitMs: 20_000,
  severalLoads: false,
  announcedAfterLoads: false,
} satisfies ContainerSource;
/** The number of an unidentified passage. */
const unidentified = (passageId: string) => passagePlaceholder("box-1", "gate-1", passageId);
const [FIRST, SECOND] = ["CSQU3054383", "MSCU1234566"];

/** `isRepeated`: every picture was captured before. */
type TakerOptions = {
  furtherScans?: FurtherScan[];
  held?: HeldScan[];
  isRepeated?: boolean;
  before?: Evidence[];
  sideCameras?: SideCamera[];
};

function createTaker({
  furtherScans = [],
  held = [],
  isRepeated = false,
  before = [],
  sideCameras = [],
}: TakerOptions = {}) {
  const failures: string[] = [];
  const clock = { atMs: 0 };
  const committed: ScanCapture[] = [];
  let lastId = 0;
  const nowMs = () => START_MS + clock.atMs;
  const lane = createLanePassages({
    rules: { ...IDENTIFIED, followsVehicles: true, usualTimes: new Map() },
    before,
    nowMs,
    changed: () => {},
  });
  const passages = createStationPassages({
    deviceId: "box-1",
    lane: { id: "gate-1", source: IDENTIFIED, passages: lane },
    station: { id: "gate-1", position: undefined },
  });
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
  const taker = createScanTaker({
    stationId: "gate-1",
    deviceId: "box-1",
    userEmailAt: () => undefined,
    scanType: "category",
    geometry: undefined,
    scanConfidence: 0.5,
    furtherScans,
    noteFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
    passages,
    loadOf: ({ visit }) => `load-${visit}`,
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
    const [id, fromMs] = [`announced-${++lastId}`, nowMs()];
    lane.see({ kind: "announcement", id, fromMs, toMs: fromMs, isOver: true, numbers: [{ containerNumber }] });
    taker.settle();
  };
  /** A load comes, and the one before has left. */
  let inView = 0;
  const come = (visit: number) => {
    const span = { isVisit: true, fromMs: nowMs(), toMs: nowMs() };
    if (inView > 0 && inView !== visit) passages.see({ ...loadSpans.get(inView)!, id: `load-${inView}`, isOver: true });
    if (!loadSpans.has(visit)) {
      loadSpans.set(visit, span);
      passages.see({ ...span, id: `load-${visit}`, isOver: false });
    }
    inView = visit;
  };
  const loadSpans = new Map<number, { isVisit: boolean; fromMs: number; toMs: number }>();
  const size = { widthPixels: 16, heightPixels: 12 };
  /** Decides on a load, by default the next one; its pictures are made once the function it returns is called. */
  const begin = (visit = inView + 1) => {
    come(visit);
    const rgb = new Uint8Array(16 * 12 * 3);
    const frame = { cameraId: "top", index: 0, capturedAtMs: nowMs(), monotonicMs: clock.atMs, ...size, rgb };
    const detections = { model: { name: "m", version: "1" }, ...size, inferenceMs: 1, items: [] };
    return taker.begin({ picture: { frame, detections }, reason: "stable", visit });
  };
  return {
    taker,
    lane,
    come,
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

test("a load has the number that was known when it was decided on, and the next one has its own", async () => {
  const { taker, come, begin, announce, clock, numbers, committed } = createTaker();
  come(1);
  announce(FIRST);
  clock.atMs = 1_000;
  await begin(1)();
  expect(numbers()).toEqual([FIRST]);
  clock.atMs = 5_000;
  const making = begin(2)();
  announce(SECOND);
  await making;
  expect(numbers()).toEqual([FIRST, SECOND]);
  expect(new Set(committed.map(({ passageId }) => passageId)).size).toBe(2);
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
  expect(numbers()).toEqual([unidentified("load-1")]);
  expect(taker.status().lastScan).toMatchObject({ unidentified: "no number was read or announced" });
});

test("a load without a number gets none that is announced after the next load was decided on", async () => {
  const { begin, announce, clock, numbers } = createTaker();
  await begin()();
  clock.atMs = 5_000;
  const making = begin()();
  announce(SECOND);
  await making;
  expect(numbers()).toEqual([unidentified("load-1"), SECOND]);
});

test("what waits when the agent stops is on disk, and gets the placeholder of its passage at the next start", async () => {
  const { begin, numbers, onDisk, lane } = createTaker();
  await begin()();
  expect(numbers()).toEqual([]);
  const held = [...onDisk.values()].map((scan) => ({ ...scan, passageId: scan.passageId ?? null }));
  const { announce, numbered } = createTaker({ held, before: lane.evidence() });
  // The vehicle may have left while the agent was stopped.
  announce(FIRST);
  expect(numbered).toEqual([`id-1 ${unidentified("load-1-unsure")}`]);
});

test("each further model makes a scan of the same picture and load; if one fails, the others are kept", async () => {
  const findings = { model: { name: "damage", version: "3" }, widthPixels: 16, heightPixels: 12, inferenceMs: 2 };
  const box = { x1: 1, y1: 1, x2: 5, y2: 5 };
  const dent = { className: "dent", confidence: 0.6, box, polygon: null, areaPercent: 8 };
  const { come, begin, announce, committed, failures, taker } = createTaker({
    furtherScans: [
      { type: "illegal", scanConfidence: 0.5, detect: () => Promise.reject(new Error("NaN in output0")) },
      {
        type: "defect",
        scanConfidence: 0.5,
        detect: async () => ({ ...findings, items: [dent, { ...dent, confidence: 0.4 }] }),
      },
    ],
  });
  come(1);
  announce(FIRST);
  await begin(1)();
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
