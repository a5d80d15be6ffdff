import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  AV_CODEC_ID_H264,
  AV_CODEC_ID_MPEG2VIDEO,
  AV_FRAME_FLAG_INTERLACED,
  AV_FRAME_FLAG_TOP_FIELD_FIRST,
} from "node-av/constants";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeCameras, openTestCamera, takeFrames } from "./camera-contract.ts";
import { drawTestPattern } from "./test-pattern.ts";
import { encodeClip } from "./testing/encode-clip.ts";
import { turnPicture } from "./turn-picture.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "decode-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(closeCameras);

const counting = path.join(import.meta.dirname, "fixtures/counting.mp4");
const urlOf = (file: string) => `${pathToFileURL(path.join(folder, file)).href}?pace=consumer`;

/** Writes the display matrix of an MP4's track: ISO 14496-12, the `tkhd` box, 44 bytes after its name. */
function writeMatrix(file: string, [a, b, c, d]: [number, number, number, number]): void {
  copyFileSync(counting, file);
  const bytes = readFileSync(file);
  const at = bytes.indexOf("tkhd") + 44;
  for (const [index, value] of [a, b, 0, c, d].entries()) bytes.writeInt32BE(value * 65_536, at + 4 * index);
  writeFileSync(file, bytes);
}

test.each([
  [90, [0, 1, -1, 0]],
  [180, [-1, 0, 0, -1]],
  [270, [0, -1, 1, 0]],
] as const)("a stream that asks to be turned by %d degrees is, and fits the width when it is", async (turn, matrix) => {
  writeMatrix(path.join(folder, "turned.mp4"), [...matrix]);
  const [frame] = await takeFrames(openTestCamera({ url: urlOf("turned.mp4") }), 1);
  const drawn = turnPicture({ widthPixels: 160, heightPixels: 120, rgb: drawTestPattern(0, 160, 120) }, turn);
  expect(frame).toMatchObject({ widthPixels: drawn.widthPixels, heightPixels: drawn.heightPixels });
  const errors = drawn.rgb.map((value, at) => Math.abs(value - (frame?.rgb[at] ?? 0)));
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(8);
  const [scaled] = await takeFrames(openTestCamera({ url: urlOf("turned.mp4"), maxWidthPixels: 60 }), 1);
  expect(scaled).toMatchObject(
    turn === 180 ? { widthPixels: 60, heightPixels: 45 } : { widthPixels: 60, heightPixels: 80 },
  );
});

test.each([
  [{ num: 16, den: 11 }, 105, 64],
  [{ num: 1, den: 2 }, 72, 128],
])("pixels of the shape %o are made square", async (pixelAspect, widthPixels, heightPixels) => {
  const clip = { codec: AV_CODEC_ID_H264, pictures: 2, widthPixels: 72, heightPixels: 64, pixelAspect };
  await encodeClip(path.join(folder, "aspect.mp4"), clip);
  const [frame] = await takeFrames(openTestCamera({ url: urlOf("aspect.mp4") }), 1);
  expect(frame).toMatchObject({ widthPixels, heightPixels });
});

/** Measures how much neighbouring rows differ: the comb effect of a moved object in an interlaced picture. */
function combing({ rgb, widthPixels, heightPixels }: { rgb: Uint8Array; widthPixels: number; heightPixels: number }) {
  let sum = 0;
  for (let row = 1; row < heightPixels; row++) {
    const at = (row * widthPixels + Math.floor(widthPixels / 2)) * 3;
    sum += Math.abs((rgb[at] ?? 0) - (rgb[at - 3 * widthPixels] ?? 0));
  }
  return sum / (heightPixels - 1);
}

test.each([
  [true, 0, 60],
  [false, 100, 255],
])("interlaced pictures are made whole; marked as interlaced: %s", async (isMarked, least, most) => {
  await encodeClip(path.join(folder, "comb.mpg"), {
    codec: AV_CODEC_ID_MPEG2VIDEO,
    framesPerSecond: 25,
    pictures: 6,
    encoderOptions: isMarked ? { flags: "+ildct+ilme" } : {},
    edit: (frame) => {
      // Every second row is of another moment: there the white object has moved across the middle.
      const luma = frame.data?.[0];
      const [stride = 160] = frame.linesize;
      for (let row = 0; row < 120; row++)
        luma?.fill((row + Number(frame.pts)) % 2 === 0 ? 235 : 16, row * stride, row * stride + 160);
      if (isMarked) frame.setFlags(AV_FRAME_FLAG_INTERLACED, AV_FRAME_FLAG_TOP_FIELD_FIRST);
    },
  });
  const frames = await takeFrames(openTestCamera({ url: urlOf("comb.mpg") }), 3);
  expect(frames).toHaveLength(3);
  for (const frame of frames) {
    expect(combing(frame)).toBeGreaterThanOrEqual(least);
    expect(combing(frame)).toBeLessThan(most);
  }
});
