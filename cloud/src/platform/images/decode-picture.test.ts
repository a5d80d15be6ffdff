import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { decodePicture } from "./decode-picture.ts";
import { drawPreview } from "./draw-preview.ts";
import { drawThumbnail } from "./draw-thumbnail.ts";
import { buildTiff } from "@container-inspection/shared-schemas/testing/build-tiff.ts";

/** A picture with texture, so that every part of its file matters. */
function drawing(width = 320, height = 240) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 2_654_435_761) >>> 24;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const jpeg = await drawing().jpeg().toBuffer();
const png = await drawing().png().toBuffer();
const webp = await drawing().webp().toBuffer();
const tiff = await drawing().tiff({ compression: "lzw" }).toBuffer();
const xray = buildTiff(
  { width: 64, height: 48 },
  Uint16Array.from({ length: 64 * 48 }, (_, at) => at),
);
const size = { width: 64, height: 48 };
const levels = Array.from({ length: 64 * 48 }, (_, at) => 10 + (at % 64) * 60);
/** The kinds of values that scanners and instruments write besides unsigned 16-bit ones. */
const deep: [string, Buffer][] = [
  ["unsigned 16-bit", buildTiff(size, Uint16Array.from(levels))],
  [
    "signed 16-bit",
    buildTiff(
      size,
      Int16Array.from(levels, (value) => value - 2_000),
    ),
  ],
  [
    "32-bit",
    buildTiff(
      size,
      Uint32Array.from(levels, (value) => value * 1_000_000),
    ),
  ],
  [
    "signed 32-bit",
    buildTiff(
      size,
      Int32Array.from(levels, (value) => (value - 2_000) * 1_000),
    ),
  ],
  [
    "floating-point, 0 to 1,",
    buildTiff(
      size,
      Float32Array.from(levels, (value) => value / 4_095),
    ),
  ],
  ["floating-point, 0 to 4,095,", buildTiff(size, Float32Array.from(levels))],
];

describe("decodePicture", () => {
  test.each([
    ["image/jpeg", jpeg],
    ["image/png", png],
    ["image/webp", webp],
    ["image/tiff", tiff],
  ] as const)("reads %s and its size", async (contentType, bytes) => {
    expect(await decodePicture(bytes)).toEqual({ contentType, width: 320, height: 240 });
  });

  test("reads 16-bit greyscale TIFF", async () => {
    expect(await decodePicture(xray)).toEqual({ contentType: "image/tiff", width: 64, height: 48 });
  });

  test.each([
    ["JPEG", jpeg],
    ["PNG", png],
    ["WebP", webp],
    ["TIFF", tiff],
  ])("refuses a %s cut off anywhere", async (_, bytes) => {
    for (const share of [0.01, 0.3, 0.7, 0.95, 0.99]) {
      expect(await decodePicture(bytes.subarray(0, Math.floor(bytes.length * share)))).toBeUndefined();
    }
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("hello")],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ["PDF", Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF")],
    ["the header of HEIF", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
    ["a JPEG marker followed by SVG", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("<svg/>")])],
    ["GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
    ["a PNG of 0 × 0", pngHeader(0, 0)],
    ["a PNG that claims 4 gigapixels", pngHeader(65_000, 65_000)],
    ["a PNG that claims 100 megapixels and holds none", pngHeader(10_000, 9_999)],
  ])("refuses %s", async (_, bytes) => expect(await decodePicture(bytes)).toBeUndefined());

  test.each(deep)("takes %s values, and shows them from black to white", async (_, bytes) => {
    expect(await decodePicture(bytes)).toEqual({ contentType: "image/tiff", ...size });
    for (const drawn of [await drawThumbnail(bytes), await drawPreview(bytes)]) {
      const [grey] = (await sharp(drawn.bytes).stats()).channels;
      expect([grey?.min, grey?.max]).toEqual([expect.closeTo(0, -1), expect.closeTo(255, -1)]);
      expect(grey?.mean).toBeCloseTo(127.5, -1);
    }
  });

  test.each<[string, Buffer]>([
    ["signed 8-bit values", buildTiff(size, Int8Array.from(levels))],
    ["64-bit values", buildTiff(size, Float64Array.from(levels))],
    [
      "colours of floating-point values",
      buildTiff({ width: 32, height: 32 }, Float32Array.from(levels), { colours: true }),
    ],
    ["more than 8 bits, all of one value", buildTiff(size, new Uint16Array(levels.length).fill(40_000))],
    ["two pages", buildTiff(size, Uint16Array.from(levels), { pages: 2 })],
  ])("refuses %s, as the devices do", async (_, bytes) => expect(await decodePicture(bytes)).toBeUndefined());

  test("accepts pictures for which a decoder only issues warnings", async () => {
    const padded = buildTiff(size, Uint16Array.from(levels), { software: "Scanner 4.1\0\0\0\0\0" });
    expect(await decodePicture(padded)).toMatchObject(size);
    const strange = Buffer.from(jpeg);
    strange.set([0, 0, 0], strange.indexOf(Buffer.from([0x00, 0x3f, 0x00])));
    expect(await decodePicture(strange)).toMatchObject({ width: 320, height: 240 });
  });

  test("refuses animations and files of several pages", async () => {
    const pixels = Buffer.alloc(16 * 32 * 3).fill(255, 16 * 16 * 3);
    const frames = await sharp(pixels, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect(await decodePicture(frames)).toBeUndefined();
  });
});

/** A PNG with a correct header of this size and almost no data. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.alloc(10))), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
