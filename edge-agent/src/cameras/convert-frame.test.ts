import { Scaler } from "node-av/api";
import { AV_PIX_FMT_YUV420P, SWS_FAST_BILINEAR } from "node-av/constants";
import { Frame, Rational } from "node-av/lib";
import { expect, test } from "vitest";
import { copyGrey } from "./convert-frame.ts";

/** Returns a frame in studio range: 16 is black and 235 is white. */
function frameOf(width: number, height: number, lumaAt: (column: number, row: number) => number): Frame {
  const yuv = Buffer.alloc((width * height * 3) / 2, 128);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) yuv[row * width + column] = lumaAt(column, row);
  }
  const frame = Frame.fromVideoBuffer(yuv, { width, height, format: AV_PIX_FMT_YUV420P });
  frame.timeBase = new Rational(1, 25);
  return frame;
}

const levelOf = (luma: number) => ((luma - 16) * 255) / 219;

test.each([
  [3840, 2160, 128, 72],
  [1920, 1080, 256, 144],
  [640, 480, 256, 192],
  [300, 200, 256, 171],
  [100, 80, 100, 80],
])("a grey copy of a picture of %d × %d shows each place as bright as it is", (width, height, columns, rows) => {
  using frame = frameOf(width, height, (column, row) => 20 + (150 * column) / width + (50 * row) / height);
  using sampler = new Scaler({ flags: SWS_FAST_BILINEAR });
  const grey = copyGrey(sampler, frame, columns);
  expect(grey).toMatchObject({ widthPixels: columns, heightPixels: rows });
  let worst = 0;
  for (let at = 0; at < grey.levels.length; at += 1) {
    const [column, row] = [(at % columns) + 0.5, Math.floor(at / columns) + 0.5];
    const expected = levelOf(20 + (150 * column) / columns + (50 * row) / rows);
    worst = Math.max(worst, Math.abs((grey.levels[at] ?? 0) - expected));
  }
  expect(worst).toBeLessThan(4);
});

test.each([
  { direction: "vertical", along: (column: number) => column },
  { direction: "horizontal", along: (_: number, row: number) => row },
])("what covers half of a place makes it half as bright: $direction stripes", ({ along }) => {
  // Stripes 15 pixels wide; a pixel of the copy covers 30 × 30.
  using frame = frameOf(3840, 2160, (column, row) => (Math.floor(along(column, row) / 15) % 2 === 0 ? 16 : 235));
  using sampler = new Scaler({ flags: SWS_FAST_BILINEAR });
  // FFmpeg repeats the frame's last pixel in the last column.
  const levels = copyGrey(sampler, frame, 128).levels.filter((_, at) => at % 128 < 127);
  expect(Math.min(...levels)).toBeGreaterThan(110);
  expect(Math.max(...levels)).toBeLessThan(145);
});

test("a copy of a quiet 4K picture keeps the noise by which it differs from a frozen one", () => {
  using sampler = new Scaler({ flags: SWS_FAST_BILINEAR });
  const copies = [7_919, 104_729].map((seed) => {
    using frame = frameOf(
      3840,
      2160,
      (column, row) => 100 + ((Math.imul(row * 3840 + column + seed, 2_654_435_761) >>> 28) & 7),
    );
    return copyGrey(sampler, frame, 256).levels;
  });
  const [before = new Uint8Array(), after = new Uint8Array()] = copies;
  const same = before.filter((level, at) => level === after[at]).length;
  expect(same / before.length).toBeLessThan(0.8);
});
