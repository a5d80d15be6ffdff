import { buildTiff } from "@container-inspection/shared-schemas/testing/build-tiff.ts";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { decodeGrey, decodePicture } from "./decode-picture.ts";

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

const size = { width: 40, height: 25 };
/** 12 bits, from dark on the left to bright on the right, every value several times. */
const levels = Array.from({ length: 1_000 }, (_, at) => Math.floor((at % 40) * 105));

const colours = buildTiff(
  size,
  Float32Array.from({ length: 3_000 }, (_, at) => at / 3_000),
  { colours: true },
);

describe("a TIFF of values that are no levels of brightness", () => {
  const deep: [string, Parameters<typeof buildTiff>[1]][] = [
    ["signed 16-bit values", Int16Array.from(levels)],
    ["signed 16-bit values, some below zero", Int16Array.from(levels, (value) => value - 2_000)],
    ["32-bit values", Uint32Array.from(levels, (value) => value * 1_000_000)],
    ["signed 32-bit values", Int32Array.from(levels, (value) => (value - 2_000) * 1_000)],
    ["floating-point values of 0 to 1", Float32Array.from(levels, (value) => value / 4_095)],
    ["floating-point values of 0 to 4,095", Float32Array.from(levels)],
  ];

  test.each(deep)("is stretched as unsigned 16 bits are: %s", async (_, values) => {
    const expected = await decodePicture(buildTiff(size, Uint16Array.from(levels)));
    const { rgb, ...shape } = await decodePicture(buildTiff(size, values));
    expect(shape).toEqual({ widthPixels: 40, heightPixels: 25 });
    expect([rgb[0], rgb[3 * 39]]).toEqual([0, 255]);
    expect(Math.max(...rgb.map((value, at) => Math.abs(value - (expected.rgb[at] ?? 0))))).toBeLessThanOrEqual(1);
  });

  test.each(deep)("is seen in its small grey copy: %s", async (_, values) => {
    const grey = await decodeGrey(buildTiff(size, values), 20);
    expect(grey).toMatchObject({ widthPixels: 20 });
    expect([Math.min(...grey.levels), Math.max(...grey.levels)]).toEqual([
      expect.closeTo(0, -1.5),
      expect.closeTo(255, -1.5),
    ]);
  });

  test("keeps its tones where some of its values are no numbers", async () => {
    const values = Float32Array.from(levels);
    values.set([Number.NaN, Infinity, -Infinity], 100);
    const { rgb } = await decodePicture(buildTiff(size, values));
    expect([0, 20, 39, 100, 101, 102].map((at) => rgb[3 * at])).toEqual([0, 131, 255, 0, 255, 0]);
  });

  test.each<[string, Buffer, RegExp]>([
    ["a range of one value", buildTiff(size, new Uint16Array(1_000).fill(40_000)), /all of its pixels have the same/],
    ["no number at all", buildTiff(size, new Float32Array(1_000).fill(Number.NaN)), /all of its pixels have the same/],
    ["signed 8-bit values", buildTiff(size, Int8Array.from(levels)), /signed 8-bit values, which are not taken/],
    ["64-bit values", buildTiff(size, Float64Array.from(levels)), /samples out of range/],
    ["two pages", buildTiff(size, Uint16Array.from(levels), { pages: 2 }), /2 pages; only pictures of one page/],
    ["floating-point colours", colours, /colours of floating-point values, which are not taken/],
  ])("is refused by name with %s", async (_, bytes, reason) => {
    await expect(decodePicture(bytes)).rejects.toThrow(reason);
  });
});

describe("a picture as some program writes it is read with its own tones, the right way up", async () => {
  const [width, height] = [48, 24];
  // Dark on the left and bright on the right, and half as bright in the lower half.
  const greys = Uint8Array.from({ length: width * height }, (_, at) =>
    Math.floor(((at % width) * 5 + 10) / (at < (width * height) / 2 ? 1 : 2)),
  );
  const drawn = sharp(greys, { raw: { width, height, channels: 1 } });
  const jpeg = await drawn.clone().jpeg({ quality: 100 }).toBuffer();
  const turned = async (format: "png" | "webp" | "tiff") =>
    drawn.clone().rotate(270).toFormat(format, { quality: 100, lossless: true }).withMetadata({ orientation: 6 });
  const inverted = greys.map((value) => 255 - value);
  const wide = Uint16Array.from(greys, (value) => 65_535 - value * 257);
  const pictures: [string, Buffer][] = [
    ["a progressive JPEG", await drawn.clone().jpeg({ quality: 100, progressive: true }).toBuffer()],
    ["a JPEG with four inks", await drawn.clone().toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer()],
    ["a JPEG with a second one behind it, as phones write depth", Buffer.concat([jpeg, jpeg])],
    ["a JPEG with bytes behind its end", Buffer.concat([jpeg, Buffer.from("\0\0\0camera 4\r\n")])],
    ["a PNG whose EXIF data turn it", await (await turned("png")).toBuffer()],
    ["a WebP whose EXIF data turn it", await (await turned("webp")).toBuffer()],
    ["a TIFF that states its turn", await (await turned("tiff")).toBuffer()],
    ["a TIFF in which zero is white", buildTiff({ width, height }, inverted, { isInverted: true })],
    ["a 16-bit TIFF in which zero is white", buildTiff({ width, height }, wide, { isInverted: true })],
    [
      "a TIFF with private tags, as ImageJ writes them",
      buildTiff({ width, height }, greys, { privateTags: [50838, 50839, 65000] }),
    ],
  ];

  test.each(pictures)("%s", async (what, bytes) => {
    const { rgb, widthPixels, heightPixels } = await decodePicture(bytes);
    expect([widthPixels, heightPixels]).toEqual([width, height]);
    const seen = [6, 24, 40, 6 + 18 * width, 40 + 18 * width].map((at) => rgb[3 * at] ?? 0);
    const wanted = [6, 24, 40, 6 + 18 * width, 40 + 18 * width].map((at) => greys[at] ?? 0);
    const deviation = Math.max(...seen.map((value, index) => Math.abs(value - (wanted[index] ?? 0))));
    // Inks are mixed by the profile of a printer, which is darker in the shadows.
    expect(deviation, `${seen.join()} instead of ${wanted.join()}`).toBeLessThan(what.includes("inks") ? 25 : 14);
  });

  test("a PNG of one bit", async () => {
    const { rgb } = await decodePicture(await drawn.clone().png({ palette: true, colours: 2, dither: 0 }).toBuffer());
    expect((rgb[3 * 40] ?? 0) - (rgb[3 * 2] ?? 0)).toBeGreaterThan(80);
  });

  test("a picture of 20,000 × 1,200 pixels", async () => {
    const huge = await sharp({ create: { width: 20_000, height: 1_200, channels: 3, background: "#808080" } })
      .jpeg()
      .toBuffer();
    const { rgb, widthPixels, heightPixels } = await decodePicture(huge);
    expect([widthPixels, heightPixels, rgb[3 * 19_999]]).toEqual([20_000, 1_200, 128]);
  });
});

describe("damage", () => {
  test("does not include decoder warnings: Samsung's parameters of a scan, and text followed by zeros", async () => {
    const jpeg = await sharp(Buffer.from(levels), { raw: { ...size, channels: 1 } })
      .jpeg({ quality: 100 })
      .toBuffer();
    const strange = Buffer.from(jpeg);
    // The last three bytes of a sequential JPEG's SOS segment are 0, 63, 0.
    const spectral = strange.indexOf(Buffer.from([0x00, 0x3f, 0x00]));
    strange.set([0, 0, 0], spectral);
    expect(await decodePicture(strange)).toEqual(await decodePicture(jpeg));
    const padded = buildTiff(size, Uint16Array.from(levels), { software: "Scanner 4.1\0\0\0\0\0" });
    expect(await decodePicture(padded)).toEqual(await decodePicture(buildTiff(size, Uint16Array.from(levels))));
  });

  test.each(["jpeg", "png", "webp", "tiff"] as const)("is a %s that was cut off anywhere", async (format) => {
    const noise = Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * 2_654_435_761) >>> 24));
    const whole = sharp(noise, { raw: { width: 100, height: 100, channels: 3 } });
    const bytes = await whole.toFormat(format, { compression: format === "tiff" ? "lzw" : undefined }).toBuffer();
    for (const share of [0.01, 0.3, 0.7, 0.95, 0.99]) {
      await expect(decodePicture(bytes.subarray(0, Math.floor(bytes.length * share)))).rejects.toThrow("it ");
    }
  });
});
