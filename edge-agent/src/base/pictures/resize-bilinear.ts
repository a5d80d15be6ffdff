import type { Picture } from "./picture.ts";
import { roundHalfEven } from "./round-half-even.ts";

/** Weights are whole 2048ths, and sums of two weighted levels are cut by 4 and 16 bits on their way back to a level. */
const WEIGHT_BITS = 11;
const ONE = 1 << WEIGHT_BITS;

/** Receives the rows of the resized picture: called with each in turn, from the top; valid until the next call. */
export type PutRow = (y: number, row: Uint8Array) => void;

/**
 * Resizes a picture bilinearly, bit for bit as OpenCV's `resize` with INTER_LINEAR does with bytes, which is what
 * Ultralytics' models are trained and measured with: weights of 11 bits, levels rounded after each picture row and
 * column. Rows are RGB without padding.
 */
export function resizeBilinear(
  picture: Picture,
  size: { widthPixels: number; heightPixels: number },
  putRow: PutRow,
): void {
  const isHalf = picture.widthPixels === 2 * size.widthPixels && picture.heightPixels === 2 * size.heightPixels;
  if (isHalf) return halve(picture, putRow);
  const columns = columnSamples(size.widthPixels, picture.widthPixels);
  const rows = samplesAlong(size.heightPixels, picture.heightPixels);
  const stride = picture.widthPixels * 3;
  const row = new Uint8Array(size.widthPixels * 3);
  const levels = createRowCache((index, into) =>
    resizeRow(picture.rgb.subarray(index * stride, (index + 1) * stride), columns, into),
  );
  for (let y = 0; y < size.heightPixels; y += 1) {
    const upper = levels(rows.low[y] ?? 0, row.length);
    const lower = levels(rows.high[y] ?? 0, row.length);
    const [above, below] = [rows.weightLow[y] ?? 0, rows.weightHigh[y] ?? 0];
    for (let x = 0; x < row.length; x += 1) {
      row[x] = ((((upper[x] ?? 0) * above) >> 16) + (((lower[x] ?? 0) * below) >> 16) + 2) >> 2;
    }
    putRow(y, row);
  }
}

/**
 * Half the size in both directions, as of 1280 × 720 for a model that takes 640: each pixel is the mean of four. These
 * are the levels that the weights give, in less time.
 */
function halve({ rgb, widthPixels, heightPixels }: Picture, putRow: PutRow): void {
  const stride = widthPixels * 3;
  const row = new Uint8Array(stride / 2);
  for (let y = 0; y < heightPixels; y += 2) {
    let above = y * stride;
    let below = above + stride;
    for (let x = 0; x < row.length; x += 3) {
      row[x] = ((rgb[above] ?? 0) + (rgb[above + 3] ?? 0) + (rgb[below] ?? 0) + (rgb[below + 3] ?? 0) + 2) >> 2;
      row[x + 1] =
        ((rgb[above + 1] ?? 0) + (rgb[above + 4] ?? 0) + (rgb[below + 1] ?? 0) + (rgb[below + 4] ?? 0) + 2) >> 2;
      row[x + 2] =
        ((rgb[above + 2] ?? 0) + (rgb[above + 5] ?? 0) + (rgb[below + 2] ?? 0) + (rgb[below + 5] ?? 0) + 2) >> 2;
      above += 6;
      below += 6;
    }
    putRow(y / 2, row);
  }
}

/** The two rows of the source that were resized last: neighbouring rows of the result share them. */
function createRowCache(fill: (index: number, into: Int32Array) => void) {
  const kept: { index: number; levels: Int32Array }[] = [];
  return (index: number, length: number): Int32Array => {
    const found = kept.find((one) => one.index === index);
    if (found) return found.levels;
    const levels = (kept.length < 2 ? undefined : kept.shift()?.levels) ?? new Int32Array(length);
    fill(index, levels);
    kept.push({ index, levels });
    return levels;
  };
}

/** One row at its new width; levels times 128, as they are mixed with those of another row. */
function resizeRow(rgb: Uint8Array, columns: Samples, into: Int32Array): void {
  let out = 0;
  for (let x = 0; x < columns.low.length; x += 1) {
    const left = (columns.low[x] ?? 0) * 3;
    const right = (columns.high[x] ?? 0) * 3;
    const [one, other] = [columns.weightLow[x] ?? 0, columns.weightHigh[x] ?? 0];
    into[out] = ((rgb[left] ?? 0) * one + (rgb[right] ?? 0) * other) >> 4;
    into[out + 1] = ((rgb[left + 1] ?? 0) * one + (rgb[right + 1] ?? 0) * other) >> 4;
    into[out + 2] = ((rgb[left + 2] ?? 0) * one + (rgb[right + 2] ?? 0) * other) >> 4;
    out += 3;
  }
}

type Samples = { low: Int32Array; high: Int32Array; weightLow: Int32Array; weightHigh: Int32Array };

/**
 * Returns for each pixel of the result along one axis its two neighbours in the source and their weights, in 2048ths.
 * Beyond the border both neighbours are the border.
 */
function samplesAlong(size: number, sourceSize: number): Samples {
  const samples = {
    low: new Int32Array(size),
    high: new Int32Array(size),
    weightLow: new Int32Array(size),
    weightHigh: new Int32Array(size),
  };
  const scale = 1 / (size / sourceSize);
  const inside = (position: number) => Math.min(Math.max(position, 0), sourceSize - 1);
  for (let index = 0; index < size; index += 1) {
    const position = Math.fround((index + 0.5) * scale - 0.5);
    const first = Math.floor(position);
    const share = Math.fround(position - first);
    samples.low[index] = inside(first);
    samples.high[index] = inside(first + 1);
    samples.weightLow[index] = roundHalfEven(Math.fround(1 - share) * ONE);
    samples.weightHigh[index] = roundHalfEven(share * ONE);
  }
  return samples;
}

/** Along a row, OpenCV takes the border alone where it lies beyond, which saves it a rounding. */
function columnSamples(size: number, sourceSize: number): Samples {
  const samples = samplesAlong(size, sourceSize);
  for (let index = 0; index < size; index += 1) {
    if (samples.low[index] !== samples.high[index]) continue;
    samples.weightLow[index] = ONE;
    samples.weightHigh[index] = 0;
  }
  return samples;
}
