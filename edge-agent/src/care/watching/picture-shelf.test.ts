import { expect, test } from "vitest";
import type { Frame } from "../../cameras/frame.ts";
import type { Detection, Detections } from "../../inference/detections.ts";
import type { Track } from "../../tracking/track.ts";
import { createPictureShelf } from "./picture-shelf.ts";

const box = { x1: 1, y1: 2, x2: 30, y2: 40 };
const detection: Detection = { className: "carton", confidence: 0.9, box, polygon: null, areaPercent: 5 };
const detections = (...items: Detection[]): Detections => ({
  items,
  inferenceMs: 1,
  model: { name: "m", version: "1" },
  widthPixels: 64,
  heightPixels: 48,
});
const frame = (index: number): Frame => ({
  cameraId: "top",
  index,
  capturedAtMs: index,
  monotonicMs: index,
  widthPixels: 64,
  heightPixels: 48,
  rgb: new Uint8Array(64 * 48 * 3),
});
const track = (state: Track["state"]): Track => ({
  trackingId: 7,
  className: "carton",
  confidence: 0.8,
  box,
  detection: null,
  state,
  firstSeenMs: 0,
  lastSeenMs: 0,
  hitCount: 1,
});

function openStation({ isTracked = true } = {}) {
  const idle: boolean[] = [];
  const shelf = createPictureShelf(() => 5);
  const setIdle = (isIdle: boolean) => void idle.push(isIdle);
  const station = shelf.ofStation({ cameraId: "top", isTracked, minimumConfidence: 0.4, setIdle });
  return { shelf, station, idle };
}

test("a watched camera's newest picture is held with the objects tracked in it, and no other camera's is", async () => {
  const { shelf, station } = openStation();
  const show = async (index: number) => {
    await station.detect(frame(index), async () => detections(detection));
    station.tracked({ capturedAtMs: index, monotonicMs: index, tracks: [track("tracked"), track("lost")], ended: [] });
  };
  await show(1);
  expect(shelf.newest("top")).toBeUndefined();
  expect(station.isWatched()).toBe(false);
  shelf.want("cloud", ["top"]);
  expect(station.isWatched()).toBe(true);
  await show(2);
  await show(3);
  const object = { trackingId: 7, className: "carton", confidence: 0.8, box };
  expect(shelf.newest("top")).toMatchObject({ frame: { index: 3 }, arrivedAtMs: 5, objects: [object] });
  shelf.want("page", ["top"]);
  shelf.want("cloud", []);
  expect(shelf.newest("top")).toBeDefined();
  shelf.want("page", []);
  expect(shelf.newest("top")).toBeUndefined();
});

test("single pictures show only findings with enough confidence", async () => {
  const { shelf, station } = openStation({ isTracked: false });
  shelf.want("cloud", ["top"]);
  await station.detect(frame(1), async () => detections(detection, { ...detection, confidence: 0.3 }));
  expect(shelf.newest("top")?.objects).toEqual([{ trackingId: null, className: "carton", confidence: 0.9, box }]);
});

test("a camera without a model is asked for pictures while it is watched", async () => {
  const { shelf } = openStation();
  let asked = 0;
  shelf.ofSideCamera({ id: "side", picture: async () => frame((asked += 1)) });
  shelf.want("cloud", ["top"]);
  expect(asked).toBe(0);
  shelf.want("cloud", ["side"]);
  await expect.poll(() => shelf.newest("side")).toMatchObject({ frame: { index: 2 }, objects: [] });
  shelf.want("cloud", []);
  expect(shelf.newest("side")).toBeUndefined();
});

test("a watched camera is never idle, and is again when it is watched no longer", () => {
  const { shelf, station, idle } = openStation();
  station.setIdle(true);
  shelf.want("cloud", ["top"]);
  station.setIdle(true);
  shelf.want("cloud", []);
  expect(idle).toEqual([true, false, false, true]);
});
