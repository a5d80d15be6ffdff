import { describe, expect, test } from "vitest";
import type { Frame } from "../cameras/frame.ts";
import { detailShare, pictureQuality, type ShownObject, wholeShare } from "./picture-quality.ts";

const [WIDTH, HEIGHT] = [320, 240];
const middle: ShownObject = { confidence: 0.8, box: { x1: 80, y1: 60, x2: 240, y2: 200 } };
const cut: ShownObject = { confidence: 0.8, box: { x1: -2, y1: 60, x2: 158, y2: 200 } };

/** A load of slats with gain, offset and blur, on a grey ground. */
function draw({ box }: ShownObject, { gain = 1, offset = 0, blurPixels = 1 } = {}): Frame {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isLoad = x >= box.x1 && x < box.x2 && y >= box.y1 && y < box.y2;
      // Slats of 16 pixels, whose edges are ramps of the blur's width.
      const phase = Math.abs((x % 32) - 16) - 8;
      const slat = Math.max(-1, Math.min(1, phase / blurPixels));
      const level = isLoad ? 120 + 60 * slat : 100;
      rgb.fill(Math.max(0, Math.min(255, level * gain + offset)), (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
    }
  }
  const facts = { cameraId: "top", index: 0, capturedAtMs: 0, monotonicMs: 0 };
  return { ...facts, widthPixels: WIDTH, heightPixels: HEIGHT, rgb };
}

const quality = (object: ShownObject, changes = {}) => pictureQuality(draw(object, changes), [object]);

describe("the quality of a picture", () => {
  test("is higher when it is sharp, and when its objects are certain", () => {
    expect(quality(middle)).toBeGreaterThan(1.5 * quality(middle, { blurPixels: 6 }));
    expect(quality(middle)).toBeGreaterThan(quality({ ...middle, confidence: 0.5 }));
  });

  test.each([
    ["over-exposed", { gain: 2, offset: 20 }],
    ["under-exposed", { gain: 0.1 }],
    ["flooded with light", { offset: 140 }],
  ])("is lower when it is %s", (_, changes) => {
    expect(quality(middle)).toBeGreaterThan(1.3 * quality(middle, changes));
  });

  test("does not punish a bright sky beside a load that is exposed well", () => {
    const picture = draw(middle);
    const bright = { ...picture, rgb: picture.rgb.slice() };
    bright.rgb.fill(255, 0, WIDTH * 40 * 3);
    expect(detailShare(bright, [middle])).toBe(1);
    expect(pictureQuality(bright, [middle])).toBeGreaterThanOrEqual(pictureQuality(picture, [middle]));
  });

  test("is lower when the border cuts the load, though that picture is a little sharper", () => {
    expect(quality(middle, { blurPixels: 3 })).toBeGreaterThan(quality(cut));
  });

  test("weighs objects cut by the border by area", () => {
    const picture = draw(middle);
    const small = { confidence: 0.9, box: { x1: 0, y1: 0, x2: 16, y2: 14 } };
    expect(wholeShare(picture, [middle])).toBe(1);
    expect(wholeShare(picture, [cut])).toBe(0);
    expect(wholeShare(picture, [middle, small])).toBeCloseTo(0.99, 3);
  });

  test("ranks pictures whose load is always cut, and pictures that show nothing, as well", () => {
    expect(quality(cut)).toBeGreaterThan(quality(cut, { blurPixels: 6 }));
    expect(quality(cut)).toBeGreaterThan(0);
    expect(pictureQuality(draw(middle), [])).toBe(0);
  });
});
