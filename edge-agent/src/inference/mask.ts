import type { Box } from "../base/pictures/box.ts";
import { type Letterbox, mix } from "./letterbox.ts";

/**
 * A mask's logits on the cells of the prototypes that a box needs, and where these lie in the picture. A picture
 * position x (an edge is a whole number, a pixel's centre a half) lies at column `x × perPixelX + offsetX`; whole
 * columns are the cells' centres, between them the logit is bilinear, outside them it is that of the border.
 */
export type Mask = {
  /** rows × columns. */
  logits: Float32Array;
  columns: number;
  rows: number;
  perPixelX: number;
  perPixelY: number;
  offsetX: number;
  offsetY: number;
  /** Bounds of the mask; nothing outside this box belongs to it. */
  box: Box;
};

/**
 * Multiplies coefficients with prototypes [1, coefficients, height, width] on the cells around a box (picture pixels).
 * As Ultralytics' process_mask_native (retina_masks): upsample, crop to the box, logit > 0; but the padding is taken
 * off exactly, not in whole cells, and the mask never leaves the box.
 */
export function projectMask(
  coefficients: Float32Array,
  prototypes: { dims: readonly number[]; data: Float32Array },
  box: Box,
  letterbox: Letterbox,
): Mask {
  const [, , height = 0, width = 0] = prototypes.dims;
  const strideX = letterbox.inputWidth / width;
  const strideY = letterbox.inputHeight / height;
  const perPixelX = letterbox.scaleX / strideX;
  const perPixelY = letterbox.scaleY / strideY;
  const x = cellsAround(box.x1 * perPixelX, box.x2 * perPixelX, letterbox.padX / strideX - 0.5, width);
  const y = cellsAround(box.y1 * perPixelY, box.y2 * perPixelY, letterbox.padY / strideY - 0.5, height);
  const logits = new Float32Array(x.count * y.count);
  const line = new Float64Array(x.count);
  for (let row = 0; row < y.count; row += 1) {
    line.fill(0);
    for (let index = 0; index < coefficients.length; index += 1) {
      const weight = coefficients[index] ?? 0;
      const from = (index * height + y.first + row) * width + x.first;
      for (let column = 0; column < x.count; column += 1) {
        line[column] = at(line, column) + weight * (prototypes.data[from + column] ?? 0);
      }
    }
    logits.set(line, row * x.count);
  }
  return { logits, columns: x.count, rows: y.count, perPixelX, perPixelY, offsetX: x.offset, offsetY: y.offset, box };
}

/**
 * The cells, within 0..size - 1, on both sides of every position from `low` to `high`; the offset counts from the
 * first.
 */
function cellsAround(low: number, high: number, offset: number, size: number) {
  const first = Math.min(Math.max(Math.floor(low + offset), 0), size - 1);
  const last = Math.min(Math.max(Math.ceil(high + offset), first), size - 1);
  return { first, count: last - first + 1, offset: offset - first };
}

/** The logits at the centres of columns × rows equal parts of the mask's box, row by row; above 0 means inside. */
export function sampleMask(mask: Mask, columns: number, rows: number): Float64Array {
  const { box } = mask;
  const { low, high, share } = samplesAlong(box, columns, mask);
  const pitch = (box.y2 - box.y1) / rows;
  const samples = new Float64Array(columns * rows);
  const line = new Float64Array(mask.columns);
  for (let row = 0; row < rows; row += 1) {
    mixRows(mask, box.y1 + (row + 0.5) * pitch, line);
    for (let column = 0; column < columns; column += 1) {
      samples[row * columns + column] = mix(at(line, at(low, column)), at(line, at(high, column)), at(share, column));
    }
  }
  return samples;
}

/** Returns the columns beside the centres of `count` equal parts along a box, and the share of the second column. */
function samplesAlong(box: Box, count: number, { columns, perPixelX, offsetX }: Mask) {
  const samples = { low: new Int32Array(count), high: new Int32Array(count), share: new Float64Array(count) };
  for (let index = 0; index < count; index += 1) {
    const x = box.x1 + ((index + 0.5) * (box.x2 - box.x1)) / count;
    const position = Math.min(Math.max(x * perPixelX + offsetX, 0), columns - 1);
    const low = Math.floor(position);
    samples.low[index] = low;
    samples.high[index] = Math.min(low + 1, columns - 1);
    samples.share[index] = position - low;
  }
  return samples;
}

/** Fills `line` with the logit of each column of cells at a height in the picture. */
function mixRows({ logits, columns, rows, perPixelY, offsetY }: Mask, y: number, line: Float64Array): void {
  const position = Math.min(Math.max(y * perPixelY + offsetY, 0), rows - 1);
  const top = Math.floor(position) * columns;
  const bottom = Math.min(Math.floor(position) + 1, rows - 1) * columns;
  const share = position - Math.floor(position);
  for (let column = 0; column < columns; column += 1) {
    line[column] = mix(logits[top + column] ?? 0, logits[bottom + column] ?? 0, share);
  }
}

/**
 * Counts the picture pixels whose centre lies in the box and has a logit above 0. Along one row of pixels the logit is
 * straight between two cells, so each run of pixels follows from where it crosses 0: the cost grows with the rows
 * of pixels and the columns of cells, not with the pixels.
 */
export function countMaskPixels(mask: Mask): number {
  const { box, columns } = mask;
  const firstPixel = Math.ceil(box.x1 - 0.5);
  const endPixel = Math.ceil(box.x2 - 0.5);
  const pixelAt = (column: number): number =>
    Math.min(Math.max(Math.ceil((column - mask.offsetX) / mask.perPixelX - 0.5), firstPixel), endPixel);
  const pixels = Int32Array.from({ length: columns }, (_, column) => pixelAt(column));
  const line = new Float64Array(columns);
  let count = 0;
  for (let y = Math.ceil(box.y1 - 0.5); y < Math.ceil(box.y2 - 0.5); y += 1) {
    mixRows(mask, y + 0.5, line);
    count += countLine(line, pixels, pixelAt, firstPixel, endPixel);
  }
  return count;
}

function countLine(
  line: Float64Array,
  pixels: Int32Array,
  pixelAt: (column: number) => number,
  firstPixel: number,
  endPixel: number,
): number {
  const last = line.length - 1;
  let count = 0;
  if (at(line, 0) > 0) count += at(pixels, 0) - firstPixel;
  if (at(line, last) > 0) count += endPixel - at(pixels, last);
  for (let column = 0; column < last; column += 1) {
    const a = at(line, column);
    const b = at(line, column + 1);
    if (a <= 0 && b <= 0) continue;
    const crossing = a > 0 && b > 0 ? 0 : pixelAt(column + a / (a - b));
    const from = a > 0 ? at(pixels, column) : crossing;
    const to = b > 0 ? at(pixels, column + 1) : crossing;
    count += to - from;
  }
  return count;
}

const at = (values: Float64Array | Int32Array, index: number): number => values[index] ?? 0;
