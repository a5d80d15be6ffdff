import { expect, onTestFinished, test } from "vitest";
import type { ShownPicture } from "../care/watching/picture-shelf.ts";
import { createPagePictures } from "./page-pictures.ts";

const never = new AbortController().signal;
const box = { x1: 10, y1: 20, x2: 30, y2: 40 };

function open({ maxPicturesPerSecond = 1_000, maxWidthPixels = 32 } = {}) {
  const wanted: string[][] = [];
  let nowMs = 0;
  let newest: ShownPicture | undefined;
  const pictures = createPagePictures({
    shelf: { want: (_, cameraIds) => void wanted.push([...cameraIds]), newest: () => newest },
    settings: { maxPicturesPerSecond, maxWidthPixels },
    monotonicMs: () => nowMs,
  });
  onTestFinished(() => pictures.stop());
  const show = (index: number) => {
    const size = { widthPixels: 64, heightPixels: 48, rgb: new Uint8Array(64 * 48 * 3) };
    const frame = { cameraId: "top", index, capturedAtMs: 0, monotonicMs: index, ...size };
    const objects = [{ trackingId: 1, className: "carton", confidence: 0.9, box }];
    newest = { frame, arrivedAtMs: nowMs, objects };
  };
  return { pictures, wanted, show, wait: (ms: number) => (nowMs += ms) };
}

test("a camera's pictures are wanted while they are asked for, and some seconds longer", async () => {
  const { pictures, wanted, show, wait } = open();
  show(1);
  await pictures.next("top", "", never);
  await pictures.next("top", "", never);
  expect(wanted).toEqual([["top"]]);
  wait(5_001);
  await expect.poll(() => wanted).toEqual([["top"], []]);
});

test("a picture is small, with its objects in its own pixels, and the next one is awaited", async () => {
  const { pictures, show, wait } = open();
  show(1);
  wait(70);
  const first = await pictures.next("top", "", never);
  expect(first).toMatchObject({ widthPixels: 32, heightPixels: 24, ageMs: 70 });
  expect(first?.objects[0]?.box).toEqual({ x1: 5, y1: 10, x2: 15, y2: 20 });
  const second = pictures.next("top", first?.version ?? "", never);
  wait(30);
  show(2);
  expect((await second)?.version).not.toBe(first?.version);
});

test("pictures that come faster than the setting allows are left out", async () => {
  const { pictures, show, wait } = open({ maxPicturesPerSecond: 2 });
  show(1);
  const first = await pictures.next("top", "", never);
  wait(100);
  show(2);
  // A second page gets the same picture as the first one.
  expect(await pictures.next("top", "", never)).toMatchObject({ version: first?.version });
  wait(400);
  expect((await pictures.next("top", first?.version ?? "", never))?.version).toBe("2-2");
});

test("a test picture is one that arrives after it was asked for", async () => {
  const { pictures, show, wait } = open();
  show(1);
  wait(1);
  const taken = pictures.take("top", 10_000, never);
  show(2);
  expect((await taken)?.frame.index).toBe(2);
});
