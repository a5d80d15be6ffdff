import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import type { ShownPicture } from "./picture-shelf.ts";
import { createBandwidth } from "./bandwidth.ts";
import { encodePicture } from "./encode-picture.ts";
import { createPictureSender } from "./send-pictures.ts";

const box = { x1: 100, y1: 200, x2: 300, y2: 400 };
const picture = (index = 0): ShownPicture => ({
  frame: {
    cameraId: "top",
    index,
    capturedAtMs: 0,
    monotonicMs: 0,
    widthPixels: 1_280,
    heightPixels: 720,
    // What no JPEG makes small.
    rgb: new Uint8Array(randomBytes(1_280 * 720 * 3)),
  },
  arrivedAtMs: 0,
  objects: [{ trackingId: 7, className: "carton", confidence: 0.9, box }],
});

/** A sender whose time passes only in `pass`; `state` may be changed at any time. */
function startSender(settings: { maxKilobytesPerSecond: number }) {
  let nowMs = 0;
  let paused = Promise.withResolvers<{ ms: number; goOn: () => void }>();
  const newest = new Map<string, ShownPicture>();
  const state = { isDelivering: false, isRunning: true, isWanted: true };
  const sent: { cameraId: string; bytes: number; atMs: number; report: Record<string, unknown> }[] = [];
  const sender = createPictureSender({
    shelf: { newest: (cameraId) => newest.get(cameraId) },
    settings: { maxPicturesPerSecond: 20, maxWidthPixels: 320, ...settings },
    async send(cameraId, report) {
      const bytes = JSON.stringify(report).length;
      sent.push({ cameraId, bytes, atMs: nowMs, report });
      return { sentBytes: bytes, isWanted: state.isWanted };
    },
    isDelivering: () => state.isDelivering,
    isCameraRunning: () => state.isRunning,
    monotonicMs: () => nowMs,
    pause: (ms, signal) =>
      new Promise((goOn) => {
        signal.addEventListener("abort", () => goOn());
        paused.resolve({ ms, goOn });
      }),
  });
  const stopping = new AbortController();
  const running = sender.run(stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await running;
  });
  /** Runs the sender's steps until its clock has advanced by `ms`; the last step is then complete. */
  const pass = async (ms: number) => {
    for (const endMs = nowMs + ms; ;) {
      const pause = await paused.promise;
      if (nowMs >= endMs) return;
      paused = Promise.withResolvers();
      nowMs += pause.ms;
      pause.goOn();
    }
  };
  return { newest, state, sent, sender, pass };
}

test("a picture is scaled down with its objects, and never larger than the cloud takes it", async () => {
  const small = await encodePicture(picture(), { maxWidthPixels: 640 });
  expect(await sharp(small?.jpeg).metadata()).toMatchObject({ format: "jpeg", width: 640, height: 360 });
  expect(small?.objects[0]?.box).toEqual({ x1: 50, y1: 100, x2: 150, y2: 200 });
  expect((await encodePicture(picture(), { maxWidthPixels: 1_280 }))?.jpeg.length ?? 0).toBeLessThan(250_000);
});

test("pictures of all watched cameras share the bandwidth, each picture once", async () => {
  const { newest, sent, sender, pass } = startSender({ maxKilobytesPerSecond: 200 });
  sender.watch(["top", "side"]);
  for (let index = 0; sent.length < 8; index += 1) {
    newest.set("top", picture(index));
    newest.set("side", picture(index));
    await pass(20);
  }
  const [first, last] = [sent[0]!, sent.at(-1)!];
  const bytes = sent.slice(0, -1).reduce((sum, one) => sum + one.bytes, 0);
  expect((bytes / (last.atMs - first.atMs)) * 1_000).toBeLessThanOrEqual(200_000);
  expect(new Set(sent.map(({ cameraId }) => cameraId))).toEqual(new Set(["top", "side"]));
  await pass(1_500);
  const count = sent.length;
  await pass(5_000);
  expect(sent.length).toBe(count);
});

test("while records are delivered no picture is sent, and the reason is", async () => {
  const { newest, state, sent, sender, pass } = startSender({ maxKilobytesPerSecond: 10_000 });
  state.isDelivering = true;
  newest.set("top", picture());
  sender.watch(["top"]);
  await pass(3_000);
  expect(sent.map(({ report }) => report)).toEqual([{ absence: "deliveries" }]);
  state.isDelivering = false;
  await pass(300);
  expect(sent.at(-1)?.report).toMatchObject({ boxes: [{ tracking_id: 7, class_name: "carton" }] });
});

test("a folder that no picture has come to, or none since the last, does not wait for deliveries", async () => {
  const { newest, state, sent, sender, pass } = startSender({ maxKilobytesPerSecond: 10_000 });
  newest.set("x-ray", picture());
  sender.watch(["x-ray", "outside"]);
  await pass(100);
  expect(sent).toMatchObject([{ cameraId: "x-ray", report: { image: expect.any(String) } }]);
  state.isDelivering = true;
  newest.set("top", picture());
  sender.watch(["x-ray", "outside", "top"]);
  await pass(7_000);
  const waits = { cameraId: "top", report: { absence: "deliveries" } };
  expect(sent.slice(1)).toMatchObject([waits, waits]);
});

test("a camera without pictures is reported", async () => {
  const { state, sent, sender, pass } = startSender({ maxKilobytesPerSecond: 10_000 });
  state.isRunning = false;
  sender.watch(["top"]);
  await pass(2_900);
  expect(sent).toEqual([]);
  await pass(200);
  expect(sent.map(({ report }) => report)).toEqual([{ absence: "camera" }]);
});

test("after a picture that no user wants comes a pause, and the camera stays on the list until that changes", async () => {
  const { newest, state, sent, sender, pass } = startSender({ maxKilobytesPerSecond: 10_000 });
  state.isWanted = false;
  sender.watch(["top"]);
  for (let index = 0; sent.length < 2; index += 1) {
    newest.set("top", picture(index));
    await pass(50);
  }
  expect(sent.map(({ atMs }) => atMs)).toEqual([0, 1_000]);
  expect(sender.status().cameras).toEqual(["top"]);
  sender.watch([]);
  expect(sender.status().cameras).toEqual([]);
});

test("bandwidth: sent bytes cause a wait, and idle time is not saved up", () => {
  let nowMs = 0;
  const bandwidth = createBandwidth(1_000, () => nowMs);
  bandwidth.spend(500);
  expect(bandwidth.waitMs()).toBe(500);
  nowMs = 10_000;
  bandwidth.spend(3_000);
  expect(bandwidth.waitMs()).toBe(3_000);
});
