import sharp from "sharp";
import { expect, test } from "vitest";
import { NO_TRACES } from "../base/traces/traces.ts";
import type { FullPicture } from "../cameras/camera.ts";
import type { Frame } from "../cameras/frame.ts";
import type { Detection } from "../inference/detections.ts";
import type { ScanCapture } from "./capture.ts";
import type { FurtherScan } from "./make-captures.ts";
import { createEvidence } from "./side-cameras.ts";
import { fixedContainer } from "./testing/fixed-container.ts";
import { createScanTaker } from "./take-scans.ts";

const START_MS = Date.UTC(2026, 9, 18, 10, 15);

/** Takes scans of a station whose camera gives these full-size pictures. */
function createTaker(parts: {
  fullPicture: (frame: Frame) => Promise<FullPicture>;
  furtherScans?: FurtherScan[];
  items?: Detection[];
}) {
  const { fullPicture, furtherScans = [], items = [] } = parts;
  const failures: string[] = [];
  const committed: ScanCapture[] = [];
  const taker = createScanTaker({
    stationId: "gate-1",
    deviceId: "box-1",
    userEmailAt: () => undefined,
    scanType: "category",
    geometry: undefined,
    scanConfidence: 0.5,
    furtherScans,
    noteFailure: (what, error) => failures.push(`${what}: ${String(error)}`),
    passages: fixedContainer("CSQU3054383"),
    loadOf: () => "load",
    fullPicture,
    evidence: createEvidence([]),
    store: {
      commit: (capture) => committed.push(capture as ScanCapture) > 0,
      hold: () => false,
      assignNumber: () => false,
    },
    held: [],
    newId: () => `id-${committed.length}`,
    clock: { nowMs: () => START_MS, monotonicMs: () => 0 },
    isClockSynchronised: () => true,
    traces: NO_TRACES,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const size = { widthPixels: 16, heightPixels: 12 };
  const begin = (visit: number) => {
    const frame = {
      cameraId: "top",
      index: 0,
      capturedAtMs: START_MS,
      monotonicMs: 0,
      rgb: new Uint8Array(576),
      ...size,
    };
    const detections = { model: { name: "m", version: "1" }, ...size, inferenceMs: 1, items };
    return taker.begin({ picture: { frame, detections }, reason: "stable", visit });
  };
  return { taker, begin, committed, failures };
}

const crate: Detection = {
  className: "crate",
  confidence: 0.9,
  box: { x1: 2, y1: 3, x2: 8, y2: 9 },
  polygon: { x: [2, 8, 8], y: [3, 3, 9] },
  areaPercent: 9.5,
};
const large = (frame: Frame): Frame => {
  const size = { widthPixels: 64, heightPixels: 36 };
  return { ...frame, ...size, rgb: new Uint8Array(64 * 36 * 3) };
};

test("a scan has the full-size picture, in whose pixels are its findings; further models process that picture", async () => {
  const processed: number[] = [];
  const further: FurtherScan = {
    type: "defect",
    scanConfidence: 0.5,
    async detect({ widthPixels, heightPixels }) {
      processed.push(widthPixels, heightPixels);
      return { model: { name: "d", version: "1" }, widthPixels, heightPixels, inferenceMs: 1, items: [] };
    },
  };
  const { begin, committed, failures, taker } = createTaker({
    furtherScans: [further],
    items: [crate, { ...crate, polygon: null }],
    fullPicture: async (frame) => ({ frame: large(frame), problem: null }),
  });
  await begin(1)();
  const [scan] = committed;
  expect(scan?.payload.detections.map(({ polygon }) => polygon)).toEqual([
    { x: [8, 32, 32], y: [9, 9, 27] },
    { x: [8, 32, 32, 8], y: [9, 9, 27, 27] },
  ]);
  expect(scan?.payload.detections[0]).toMatchObject({ area_percentage: 9.5, class_name: "crate" });
  expect(scan?.capturedAtMs).toBe(START_MS);
  expect(await sharp(scan?.pictures.original).metadata()).toMatchObject({ width: 64, height: 36 });
  expect(processed).toEqual([64, 36]);
  expect([failures, taker.status().lastScan?.pictureProblem]).toEqual([[], null]);
});

test("a scan without its full-size picture has the smaller one, which is counted and shown", async () => {
  const outages = [
    async (frame: Frame) => ({ frame, problem: "the camera's process has ended" }),
    () => Promise.reject(new Error("the camera's process has ended")),
  ];
  for (const fullPicture of outages) {
    const { begin, committed, failures, taker } = createTaker({ items: [crate], fullPicture });
    await begin(1)();
    expect(committed[0]?.payload.detections[0]?.polygon).toEqual({ x: [2, 8, 8], y: [3, 3, 9] });
    expect(failures).toEqual(["scan has a smaller picture: Error: the camera's process has ended"]);
    expect(taker.status().lastScan).toMatchObject({ pictureProblem: "the camera's process has ended" });
  }
});

test("the full-size picture is requested at the decision, because the camera keeps it for seconds", () => {
  const requested: number[] = [];
  const { begin } = createTaker({
    fullPicture: async (frame) => {
      requested.push(frame.index);
      return { frame, problem: null };
    },
  });
  begin(1);
  expect(requested).toEqual([0]);
});
