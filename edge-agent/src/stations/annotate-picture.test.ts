import sharp from "sharp";
import { expect, test } from "vitest";
import type { Detection } from "../inference/detections.ts";
import { annotatePicture } from "./annotate-picture.ts";

const SIZE = { widthPixels: 200, heightPixels: 100 };
const grey = { ...SIZE, rgb: new Uint8Array(SIZE.widthPixels * SIZE.heightPixels * 3).fill(128) };
const finding = (className: string): Detection => ({
  className,
  confidence: 0.9,
  box: { x1: 120, y1: 30, x2: 180, y2: 90 },
  polygon: { x: [120, 180, 180, 120], y: [30, 30, 90, 90] },
  areaPercent: 18,
});

async function colourAt(detections: readonly Detection[], x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(await annotatePicture(grey, detections))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: SIZE.widthPixels, height: SIZE.heightPixels, channels: 3 });
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}

test("tints the finding and leaves the rest of the picture as it is", async () => {
  const [red = 0, green = 0, blue = 0] = await colourAt([finding("crate")], 150, 70);
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeGreaterThan(20);
  for (const value of await colourAt([finding("crate")], 20, 90)) expect(Math.abs(value - 128)).toBeLessThan(3);
});

test("gives one class the same colour everywhere, and another class another", async () => {
  const crate = await colourAt([finding("crate")], 150, 70);
  expect(await colourAt([finding("crate")], 150, 60)).toEqual(crate);
  expect(await colourAt([finding("drum")], 150, 70)).not.toEqual(crate);
});

test("labels the finding with letters, also on a machine without any font", async () => {
  const large = { widthPixels: 640, heightPixels: 320, rgb: new Uint8Array(640 * 320 * 3).fill(128) };
  const countWhite = async (className: string) => {
    const picture = sharp(await annotatePicture(large, [finding(className)])).greyscale();
    return (await picture.raw().toBuffer()).filter((value) => value > 220).length;
  };
  // Without a font, a machine draws the same box for each letter.
  expect(await countWhite("WWWW")).toBeGreaterThan((await countWhite("....")) + 50);
});

test.each(['"><image href="file:///etc/passwd"/>', "]]>&amp;<", "a\u0000b\ud800", "x".repeat(5_000), "箱"])(
  "draws the class name %j as text, whatever is in it",
  async (className) => {
    for (const value of await colourAt([finding(className)], 20, 90)) expect(Math.abs(value - 128)).toBeLessThan(3);
  },
);
