import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildTiff } from "@container-inspection/shared-schemas/testing/build-tiff.ts";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  closeCameras,
  onAnyMachine,
  openTestCamera,
  shownIndex,
  statusOf,
  staysRunning,
  takeFrames,
} from "./camera-contract.ts";
import type { Frame } from "./frame.ts";
import { encodeJpeg } from "./testing/encode-jpeg.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "folder-"));
});
afterEach(async () => {
  await closeCameras();
  rmSync(folder, { recursive: true });
});

const urlOf = (query: string) => `folder:${pathToFileURL(folder).pathname}?poll=0.1&${query}`;
const put = (name: string, bytes: Uint8Array) => writeFileSync(path.join(folder, name), bytes);

test("folder: a burst is read completely, by time and then by name, and moved; other files stay", async () => {
  const names = ["c.jpg", "b.jpeg", "a.png", "d.tif"];
  for (const [index, name] of names.entries()) {
    const jpeg = await encodeJpeg(index);
    put(
      name,
      name.endsWith("jpg") || name.endsWith("jpeg")
        ? jpeg
        : await sharp(jpeg)
            .toFormat(path.extname(name) === ".png" ? "png" : "tiff")
            .toBuffer(),
    );
    // The first two at the same time.
    utimesSync(path.join(folder, name), 1000, index < 2 ? 2000 : 2000 + index);
  }
  put("notes.txt", Buffer.from("not a picture"));
  const camera = openTestCamera({ url: urlOf("moveTo=done") });
  const frames = await takeFrames(camera, 4);
  expect(frames.map(shownIndex)).toEqual([1, 0, 2, 3]);
  expect(frames[0]).toMatchObject({ widthPixels: 160, heightPixels: 120 });
  // The last one stays until the next one is asked for: only then is it known to be kept.
  expect(readdirSync(folder)).toContain("d.tif");
  const asking = camera.frames(AbortSignal.timeout(120_000)).next();
  await expect
    .poll(() => readdirSync(path.join(folder, "done")).toSorted(), { timeout: 120_000 })
    .toEqual(names.toSorted());
  await camera.close();
  await asking;
  expect(readdirSync(folder).toSorted()).toEqual(["done", "notes.txt"]);
});

test("folder: files that stay are not read again after a restart, those of its absence are", async () => {
  const stateFile = path.join(folder, "state", "xray.seen");
  const open = () => openTestCamera({ url: urlOf(""), stateFile });
  put("old.jpg", await encodeJpeg(1));
  const first = open();
  await statusOf(first, { state: "running", lastFrameAtMs: null });
  put("new.jpg", await encodeJpeg(2));
  expect((await takeFrames(first, 1)).map(shownIndex)).toEqual([2]);
  put("next.jpg", await encodeJpeg(3));
  // The file before is remembered once the next one is asked for.
  expect((await takeFrames(first, 1)).map(shownIndex)).toEqual([3]);
  await first.close();
  put("missed.jpg", await encodeJpeg(4));
  const [again, missed] = await takeFrames(open(), 2);
  expect([again, missed].map((frame) => frame && shownIndex(frame))).toEqual([3, 4]);
  expect(again?.key).toMatch(/^\["next\.jpg",\d+,[\d.]+\]$/);
});

test("folder: a half-written picture is read when it is complete", async () => {
  const jpeg = await encodeJpeg(5);
  put("slow.jpg", jpeg.subarray(0, 1500));
  const camera = openTestCamera({ url: urlOf("moveTo=done") });
  await statusOf(camera, { state: "running" });
  const next: Promise<Frame[]> = takeFrames(camera, 1);
  put("slow.jpg", jpeg);
  expect((await next).map(shownIndex)).toEqual([5]);
});

test("folder: a file that never becomes readable is named in the status and set aside", async () => {
  put("broken.jpg", (await encodeJpeg(6)).subarray(0, 1500));
  put("later.jpg", await encodeJpeg(7));
  const camera = openTestCamera({ url: urlOf("moveTo=done&giveUpAfter=1") });
  expect((await takeFrames(camera, 1)).map(shownIndex)).toEqual([7]);
  const asking = camera.frames(AbortSignal.timeout(120_000)).next();
  await statusOf(camera, {
    state: "running",
    lastWarning: expect.stringMatching(/broken\.jpg in \S+ was set aside: it cannot be decoded/),
  });
  await expect.poll(() => existsSync(path.join(folder, "unreadable/broken.jpg")), { timeout: 120_000 }).toBe(true);
  expect(camera.status().restarts).toBe(0);
  await camera.close();
  await asking;
});

test("folder: an X-ray picture of floating-point values is seen, and a file of two pages is set aside by name", async () => {
  const values = Float32Array.from({ length: 160 * 120 }, (_, at) => (at % 160) / 160);
  const size = { width: 160, height: 120 };
  put("pages.tif", buildTiff(size, values, { pages: 2 }));
  put("x-ray.tif", buildTiff(size, values));
  const camera = openTestCamera({ url: urlOf("moveTo=done&giveUpAfter=1") });
  const [frame] = await takeFrames(camera, 1);
  expect([frame?.rgb[0], frame?.rgb[3 * 159]]).toEqual([0, 255]);
  const asking = camera.frames(AbortSignal.timeout(120_000)).next();
  await statusOf(camera, {
    state: "running",
    lastWarning: expect.stringMatching(
      /pages\.tif in .+ was set aside: it has 2 pages; only pictures of one page are taken/,
    ),
  });
  await expect.poll(() => existsSync(path.join(folder, "unreadable/pages.tif")), { timeout: 120_000 }).toBe(true);
  await camera.close();
  await asking;
});

test("folder: an empty one is no stall", async () => {
  const holds = onAnyMachine(2_000, async (stallAfterMs) =>
    staysRunning(openTestCamera({ url: urlOf(""), timing: { stallAfterMs } }), stallAfterMs),
  );
  await expect(holds).resolves.toBeUndefined();
});

test("folder: a missing one is reported until it appears", async () => {
  const later = path.join(folder, "later");
  const missing = openTestCamera({ url: `folder:${pathToFileURL(later).pathname}?poll=0.1&moveTo=done` });
  await statusOf(missing, { state: "failed", lastErrorKind: "not-found" });
  mkdirSync(later);
  writeFileSync(path.join(later, "one.jpg"), await encodeJpeg(8));
  expect((await takeFrames(missing, 1)).map(shownIndex)).toEqual([8]);
});
