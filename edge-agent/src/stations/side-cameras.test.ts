import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Frame } from "../cameras/frame.ts";
import { createEvidence, createSideCamera } from "./side-cameras.ts";

const picture = (index: number): Frame => ({
  cameraId: "side",
  index,
  capturedAtMs: index,
  monotonicMs: index,
  widthPixels: 1,
  heightPixels: 1,
  rgb: new Uint8Array(3),
});

/** A camera that counts its consumers; `isDead` gives no picture. */
function createCamera(isDead = false) {
  const camera = {
    id: "side",
    asked: 0,
    fullPicture: async (frame: Frame) => ({ frame, problem: null }),
    async *frames(signal: AbortSignal) {
      camera.asked += 1;
      if (isDead) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      else yield picture(camera.asked);
    },
  };
  return camera;
}

test("gives one picture per request, the same one to requests at the same time, and none from a dead camera", async () => {
  const camera = createCamera();
  const side = createSideCamera(camera);
  const [one, same] = await Promise.all([side.picture(), side.picture()]);
  expect([one?.index, same?.index, (await side.picture())?.index]).toEqual([1, 1, 2]);
  expect(await createSideCamera(createCamera(true), 20).picture()).toBeNull();
});

test("evidence is of the moment of the scan, once per visit", async () => {
  const camera = createCamera();
  const evidence = createEvidence([createSideCamera(camera)]);
  const indexes = async (decision: Parameters<typeof evidence.take>[0]) =>
    (await Promise.all(evidence.take(decision).map(({ photo }) => photo))).map((photo) => photo?.frame.index);
  evidence.begin(1);
  await setImmediate();
  expect(await indexes({ reason: "stable", visit: 1 })).toEqual([2]);
  expect(await indexes({ reason: "requested", visit: 1 })).toEqual([]);
  expect(await indexes({ reason: "requested" })).toEqual([3]);
  expect(await indexes({ reason: "requested" })).toEqual([4]);
});

test("a load that left before its scan has the picture of its beginning", async () => {
  const evidence = createEvidence([createSideCamera(createCamera())]);
  evidence.begin(1);
  await setImmediate();
  // The next load has come before the scan of the one that left is made.
  evidence.begin(2);
  const [taken] = evidence.take({ reason: "left", visit: 1 });
  const [next] = evidence.take({ reason: "left", visit: 2 });
  expect([(await taken?.photo)?.frame.index, (await next?.photo)?.frame.index]).toEqual([1, 2]);
});
