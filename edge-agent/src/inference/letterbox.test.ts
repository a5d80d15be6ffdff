import { describe, expect, test } from "vitest";
import { fillInput, fitPicture } from "./letterbox.ts";

const size = (widthPixels: number, heightPixels: number) => ({ widthPixels, heightPixels });

describe("letterboxing", () => {
  test.each([
    // picture, input → resized, pad (left, top) as Ultralytics' LetterBox computes them
    [size(640, 480), size(256, 192), [256, 192], [0, 0]],
    [size(1920, 1080), size(640, 640), [640, 360], [0, 140]],
    [size(810, 1080), size(640, 640), [480, 640], [80, 0]],
    [size(500, 375), size(640, 640), [640, 480], [0, 80]],
    [size(1000, 333), size(640, 640), [640, 213], [0, 213]], // 427 to share: the odd row goes to the bottom
    [size(333, 1000), size(640, 640), [213, 640], [213, 0]], // the odd column goes to the right
    [size(4000, 1), size(256, 192), [256, 1], [0, 95]],
  ])("%j in %j", (picture, input, resized, pad) => {
    const box = fitPicture("letterbox", picture, input);
    expect([box.resizedWidth, box.resizedHeight]).toEqual(resized);
    expect([box.padX, box.padY]).toEqual(pad);
    expect(box.scaleX * picture.widthPixels).toBeCloseTo(box.resizedWidth, 9);
  });

  test("halving averages the two middle pixels, planes are R, G, B, the rest is grey 114", () => {
    // One row of four pixels: red 0, 100, 200, 40; green all 255; blue all 0.
    const rgb = Uint8Array.from([0, 255, 0, 100, 255, 0, 200, 255, 0, 40, 255, 0]);
    const picture = { rgb, ...size(4, 1) };
    const box = fitPicture("letterbox", picture, size(2, 3));
    const input = new Float32Array(18).fill(Number.NaN);
    fillInput("letterbox", picture, box, input);
    const bytes = Array.from(input, (value) => Math.round(value * 255));
    const grey = [114, 114];
    expect(bytes).toEqual([grey, [50, 120], grey, grey, [255, 255], grey, grey, [0, 0], grey].flat());
  });

  test("enlarging repeats the border and mixes between pixel centres", () => {
    const picture = { rgb: Uint8Array.from([0, 0, 0, 200, 200, 200]), ...size(2, 1) };
    const input = new Float32Array(3 * 4 * 2);
    fillInput("letterbox", picture, fitPicture("letterbox", picture, size(4, 2)), input);
    expect(Array.from(input.subarray(0, 8), (value) => Math.round(value * 255))).toEqual([
      0, 50, 150, 200, 0, 50, 150, 200,
    ]);
  });
});
