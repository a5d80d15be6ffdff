import { expect, test } from "vitest";
import type { Frame } from "../cameras/frame.ts";
import type { FloorGeometry } from "./floor-camera.ts";
import { type CaptureParts, makeCaptures } from "./make-captures.ts";

const SIZE = { widthPixels: 16, heightPixels: 12 };
const frameOf = (cameraId: string): Frame => ({
  cameraId,
  index: 0,
  capturedAtMs: 0,
  monotonicMs: 0,
  ...SIZE,
  rgb: new Uint8Array(SIZE.widthPixels * SIZE.heightPixels * 3),
  key: undefined,
});
const detections = { model: { name: "m", version: "1" }, ...SIZE, inferenceMs: 1, items: [] };

test("each capture has the operator who was on shift at its camera when it was taken", async () => {
  const operators = new Map([
    ["top", "ann@example.com"],
    ["left", "bob@example.com"],
  ]);
  const parts: CaptureParts = {
    deviceId: "box-1",
    userEmailAt: (cameraId) => operators.get(cameraId),
    scanType: "category",
    geometry: undefined,
    scanConfidence: 0.5,
    furtherScans: [],
    noteFailure: (what, error) => expect.unreachable(`${what}: ${String(error)}`),
    newId: () => "id",
    isClockSynchronised: () => true,
  };
  const photo = (cameraId: string) => ({
    cameraId,
    photo: Promise.resolve({ frame: frameOf(cameraId), problem: null }),
  });
  const making = makeCaptures({ frame: frameOf("top"), detections }, [photo("left"), photo("right")], parts);
  operators.set("top", "eve@example.com");
  expect((await making).map(({ kind, cameraId, payload }) => [kind, cameraId, payload.user_email])).toEqual([
    ["category-scan", "top", "ann@example.com"],
    ["evidence", "left", "bob@example.com"],
    ["evidence", "right", undefined],
  ]);
});

test("a category scan of a station that knows its floor has volumes, a scan of another type has none", async () => {
  const geometry: FloorGeometry = {
    floor: [
      [0, 1],
      [1, 1],
      [0.7, 0.5],
      [0.3, 0.5],
    ],
    widthMetres: 2.4,
    lengthMetres: 6,
    heightMetres: 2.4,
  };
  const box = {
    x1: 0.4 * SIZE.widthPixels,
    y1: 0.4 * SIZE.heightPixels,
    x2: 0.6 * SIZE.widthPixels,
    y2: 0.8 * SIZE.heightPixels,
  };
  const item = { className: "carton", confidence: 0.9, box, polygon: null, areaPercent: 8 };
  const found = { ...detections, items: [item] };
  const parts: CaptureParts = {
    deviceId: "box-1",
    userEmailAt: () => undefined,
    scanType: "category",
    scanConfidence: 0.5,
    geometry,
    furtherScans: [{ type: "defect", scanConfidence: 0.5, detect: async () => found }],
    noteFailure: (what, error) => expect.unreachable(`${what}: ${String(error)}`),
    newId: () => "id",
    isClockSynchronised: () => true,
  };
  const captures = await makeCaptures({ frame: frameOf("top"), detections: found }, [], parts);
  const volumes = captures.map(({ kind, payload }) => [
    kind,
    "detections" in payload && payload.detections?.[0]?.volume,
  ]);
  expect(volumes).toEqual([
    ["category-scan", 0.34],
    ["defect-scan", undefined],
  ]);
});
