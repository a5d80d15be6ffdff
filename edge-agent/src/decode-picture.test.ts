import sharp from "sharp";
import { expect, test } from "vitest";
import { decodePicture } from "./decode-picture.ts";

/** Red, green and blue columns, from left to right as the picture is to be seen. */
const COLUMNS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
];

test.each([
  // The turn that brings the stored picture upright, clockwise (EXIF 2.32, tag 274).
  [1, 0],
  [6, 90],
  [3, 180],
  [8, 270],
])("a JPEG whose EXIF orientation is %d is turned upright by %d degrees", async (orientation, degrees) => {
  const size = 24;
  const rgb = Buffer.from(
    Array.from({ length: 3 * size * size }, (_, at) => COLUMNS[Math.floor((at % (3 * size)) / size)]!).flat(),
  );
  const upright = sharp(rgb, { raw: { width: 3 * size, height: size, channels: 3 } });
  const stored = await upright
    .rotate(360 - degrees)
    .jpeg({ quality: 100 })
    .withMetadata({ orientation })
    .toBuffer();
  const picture = await decodePicture(stored);
  expect([picture.widthPixels, picture.heightPixels]).toEqual([3 * size, size]);
  const middleRow = (size / 2) * 3 * size;
  for (const [column, colour] of COLUMNS.entries()) {
    const at = 3 * (middleRow + column * size + size / 2);
    for (const [channel, value] of colour.entries()) {
      expect(Math.abs((picture.rgb[at + channel] ?? 0) - value)).toBeLessThan(40);
    }
  }
});

test.each(["tiff", "png"] as const)(
  "12 bits in a 16-bit %s are stretched to the picture's own range",
  async (format) => {
    const values = Uint16Array.from([100, 2106, 4096, 4096]);
    const grey = sharp(values, { raw: { width: 4, height: 1, channels: 1 } }).toColourspace("grey16");
    const picture = await decodePicture(await grey.toFormat(format, { compression: "lzw" }).toBuffer());
    expect(picture).toMatchObject({ widthPixels: 4, heightPixels: 1 });
    expect([...picture.rgb]).toEqual([0, 128, 255, 255].flatMap((value) => [value, value, value]));
  },
);

test("dead pixels of a 16-bit picture do not decide how it is stretched", async () => {
  const side = 40;
  const values = Uint16Array.from({ length: side * side }, (_, at) => (at % side < side / 2 ? 1_000 : 3_000));
  for (let at = 0; at < 4; at += 1) values.set([0, 65_535], at * 90);
  const grey = sharp(values, { raw: { width: side, height: side, channels: 1 } }).toColourspace("grey16");
  const { rgb } = await decodePicture(await grey.png().toBuffer());
  const levels = Array.from(values, (_, at) => rgb[at * 3]);
  expect([levels[10], levels[30]]).toEqual([0, 255]);
  expect([levels[0], levels[1]]).toEqual([0, 255]);
});
