import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestCamera, shownIndex, statusOf, takeFrames, testCameraContract, waiting } from "./camera-contract.ts";
import { drawTestPattern } from "./test-pattern.ts";
import { alertHealth, deliversNothing, watchIdly } from "./testing/watch-camera.ts";

const fixture = (name: string) => path.join(import.meta.dirname, "fixtures", name);
const urlOf = (file: string, query: string) => `${pathToFileURL(file).href}?${query}`;
const counting = (query: string) => urlOf(fixture("counting.mp4"), query);
const indices = (count: number) => Array.from({ length: count }, (_, index) => index);

testCameraContract("file", { url: counting });

test("file: pictures are RGB, upright, as they were before they were coded", async () => {
  const [frame] = await takeFrames(openTestCamera({ url: counting("pace=consumer") }), 1);
  const drawn = drawTestPattern(0, 160, 120);
  const errors = drawn.map((value, at) => Math.abs(value - frame!.rgb[at]!));
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(8);
});

test("file: one that does not loop delivers every picture to the last, then stops without a restart", async () => {
  const camera = openTestCamera({ url: counting("loop=false&pace=consumer") });
  const frames = await takeFrames(camera, Infinity);
  expect(frames.map(shownIndex)).toEqual(indices(30));
  await statusOf(camera, {
    state: "stopped",
    stopReason: "end of file",
    processId: null,
    restarts: 0,
    framesDropped: 0,
  });
  expect(await takeFrames(camera, 1)).toEqual([]);
});

test("file: at its own speed too the last picture waits for a slow consumer", async () => {
  const camera = openTestCamera({ url: counting("loop=false") });
  await statusOf(camera, { framesDropped: 29 });
  const frames = await takeFrames(camera, Infinity);
  expect(frames.map(shownIndex)).toEqual([29]);
  await statusOf(camera, { state: "stopped", stopReason: "end of file" });
});

test("file: a loop begins again without a gap in picture or time", async () => {
  const camera = openTestCamera({ url: counting("pace=consumer") });
  const frames = await takeFrames(camera, 65);
  expect(frames.map(shownIndex)).toEqual([...indices(30), ...indices(30), ...indices(5)]);
  const first = frames[0]!.monotonicMs;
  for (const [index, frame] of frames.entries()) expect(frame.monotonicMs - first).toBeCloseTo(index * 100, 1);
});

test("file: the lower of the rate in the URL and the rate asked for holds", async () => {
  const camera = openTestCamera({ url: counting("pace=consumer&fps=2"), framesPerSecond: 5 });
  expect((await takeFrames(camera, 4)).map(shownIndex)).toEqual([0, 5, 10, 15]);
});

const motion = { minimumAreaPercent: 0.3, lookEverySeconds: 600 };

test("file: without motion an idle camera delivers nothing, and is well", async () => {
  const camera = openTestCamera({ url: urlOf(fixture("still.mp4"), ""), motion });
  const watching = watchIdly(camera);
  await statusOf(camera, { state: "running", quiet: true });
  await deliversNothing(camera);
  const { framesDelivered } = camera.status();
  expect(camera.status()).toMatchObject({ state: "running", quiet: true });
  camera.setIdle(false);
  await expect.poll(() => camera.status().framesDelivered, waiting).toBeGreaterThan(framesDelivered);
  await camera.close();
  await watching;
});

test("file: with motion an idle camera delivers its pictures", async () => {
  const camera = openTestCamera({ url: counting("fps=5"), motion });
  const watching = watchIdly(camera);
  await expect.poll(() => camera.status().framesDelivered, waiting).toBeGreaterThan(25);
  expect(camera.status()).toMatchObject({ state: "running", quiet: false });
  await camera.close();
  await watching;
});

test("file: status shows the decoder, and an unusable decoder is an error that lists the usable ones", async () => {
  const software = openTestCamera({ url: counting("") });
  const any = openTestCamera({ url: counting(""), decoder: "auto" });
  const none = openTestCamera({ url: counting(""), decoder: "toaster" });
  await statusOf(software, { state: "running", decoder: "software h264" });
  await statusOf(any, { state: "running", decoder: expect.stringMatching(/^[a-z0-9]+ h264$/) });
  const lastError = expect.stringMatching(/decoded by "toaster" on this machine; available decoders: software/);
  await statusOf(none, { state: "failed", lastError, lastErrorKind: "codec", decoder: null });
});

test("file: a recording that never changes is no fault of a camera, and is played on", async () => {
  const camera = openTestCamera({ url: urlOf(fixture("still.mp4"), ""), health: alertHealth });
  await expect.poll(() => camera.status().framesDropped, waiting).toBeGreaterThan(30);
  expect(await takeFrames(camera, 5)).toHaveLength(5);
  expect(camera.status()).toMatchObject({ state: "running", frozen: false, pictureFaults: [], restarts: 0 });
});

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "cameras-"));
  mkdirSync(path.join(folder, "folder.mp4"));
  writeFileSync(path.join(folder, "empty.mp4"), "");
  writeFileSync(path.join(folder, "noise.mp4"), Buffer.alloc(5000, "not a video "));
  const whole = readFileSync(fixture("counting.mp4"));
  // The index of an MP4 (moov) is what makes its pictures readable.
  whole.write("lost", whole.indexOf("moov"));
  writeFileSync(path.join(folder, "index-lost.mp4"), whole);
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: "red" } });
  writeFileSync(path.join(folder, "image.mp4"), await image.jpeg().toBuffer());
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["missing.mp4", /file .*missing\.mp4 does not exist/],
  ["folder.mp4", /folder\.mp4 is a folder, not a video file/],
  ["empty.mp4", /empty\.mp4 is empty/],
  ["noise.mp4", /noise\.mp4 cannot be opened as a video: Invalid data/],
  ["index-lost.mp4", /index-lost\.mp4 cannot be opened as a video: Invalid data/],
  ["image.mp4", /image\.mp4 is a still image \(jpeg\), not a video/],
])("file: %s is reported as failed and tried again and again, the camera beside it works", async (name, error) => {
  const good = openTestCamera({ id: "good", url: "test:pattern?width=64&height=48&fps=30" });
  const bad = openTestCamera({ id: "bad", url: urlOf(path.join(folder, name), "") });
  await statusOf(bad, { state: "failed", lastError: expect.stringMatching(error), lastFrameAtMs: null });
  expect(await takeFrames(good, 5)).toHaveLength(5);
  await statusOf(bad, { restarts: 2 });
  expect(good.status()).toMatchObject({ state: "running", restarts: 0, lastError: null });
});

test("file: one that appears later is played as soon as it exists", async () => {
  const file = path.join(folder, "later.mp4");
  const camera = openTestCamera({ url: urlOf(file, "") });
  await statusOf(camera, { state: "failed" });
  copyFileSync(fixture("counting.mp4"), file);
  expect(await takeFrames(camera, 2)).toHaveLength(2);
  expect(camera.status().state).toBe("running");
});
