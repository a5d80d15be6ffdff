import type { Picture } from "../base/pictures/picture.ts";
import type { PutRow } from "../base/pictures/resize-bilinear.ts";

/** Weights are whole 2²²ths: sums of 255 times all weights of a pixel stay within 32 bits. */
const WEIGHT_BITS = 22;
const HALF = 1 << (WEIGHT_BITS - 1);

/**
 * Resizes a picture with a triangle filter that widens as the picture shrinks, first along rows, bit for bit as
 * Pillow's BILINEAR does, which is what classification models are trained and measured with. (Pillow 13 begins with
 * columns where a picture shrinks much more in height than in width; single levels differ by one then.) Rows are RGB
 * without padding.
 */
export function resizeAntialiased(
  picture: Picture,
  size: { widthPixels: number; heightPixels: number },
  putRow: PutRow,
): void {
  const columns = triangleWeights(size.widthPixels, picture.widthPixels);
  const rows = triangleWeights(size.heightPixels, picture.heightPixels);
  const stride = size.widthPixels * 3;
  const narrowed = new Uint8Array(picture.heightPixels * stride);
  for (let y = 0; y < picture.heightPixels; y += 1) {
    const from = picture.rgb.subarray(y * picture.widthPixels * 3, (y + 1) * picture.widthPixels * 3);
    weighPixels(from, columns, narrowed.subarray(y * stride, (y + 1) * stride));
  }
  const row = new Uint8Array(stride);
  for (const [y, { first, weights }] of rows.entries()) {
    for (let x = 0; x < stride; x += 1) {
      let sum = HALF;
      for (let index = 0; index < weights.length; index += 1)
        sum += (narrowed[(first + index) * stride + x] ?? 0) * (weights[index] ?? 0);
      row[x] = sum >> WEIGHT_BITS;
    }
    putRow(y, row);
  }
}

function weighPixels(from: Uint8Array, columns: readonly Weights[], into: Uint8Array): void {
  for (const [x, { first, weights }] of columns.entries()) {
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = HALF;
      for (let index = 0; index < weights.length; index += 1)
        sum += (from[(first + index) * 3 + channel] ?? 0) * (weights[index] ?? 0);
      into[x * 3 + channel] = sum >> WEIGHT_BITS;
    }
  }
}

type Weights = { first: number; weights: Int32Array };

/** Returns for each pixel of the result along one axis the first source pixel that it takes, and the weights. */
function triangleWeights(size: number, sourceSize: number): Weights[] {
  const scale = sourceSize / size;
  const reach = Math.max(scale, 1);
  return Array.from({ length: size }, (_, index) => {
    const centre = (index + 0.5) * scale;
    const first = Math.max(Math.trunc(centre - reach + 0.5), 0);
    const end = Math.min(Math.trunc(centre + reach + 0.5), sourceSize);
    const shares = Array.from({ length: end - first }, (__, offset) =>
      Math.max(1 - Math.abs((offset + first - centre + 0.5) / reach), 0),
    );
    const total = shares.reduce((sum, share) => sum + share, 0);
    return { first, weights: Int32Array.from(shares, (share) => Math.round((share / total) * 2 ** WEIGHT_BITS)) };
  });
}
