import type { Sharp } from "sharp";

/** At either end of the range; the cloud draws its previews with the same share. */
const OUTLIER_SHARE = 0.005;

type DeepPicture = { widthPixels: number; heightPixels: number; rgb: Uint8Array };

/**
 * RGB of a picture with 16 bits per channel, as X-ray scanners make them. Scanners use 10, 12 or 14 of the 16 bits, so
 * the picture's own range becomes 0 to 255, linearly and with one scale for all channels. The darkest and the brightest
 * 0.5 % do not count: dead pixels must not decide.
 */
export async function decodeDeepPicture(upright: Sharp, channels: number): Promise<DeepPicture> {
  const space = channels >= 3 ? "rgb16" : "grey16";
  const { data, info } = await upright
    .toColourspace(space)
    .removeAlpha()
    .raw({ depth: "ushort" })
    .toBuffer({ resolveWithObject: true });
  const values = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  const { width, height } = info;
  const { least, most } = rangeOf(values);
  // A picture of one value has no range: it keeps its brightness.
  const scale = most > least ? 255 / (most - least) : 1 / 257;
  const offset = most > least ? least : 0;
  const rgb = Buffer.allocUnsafeSlow(width * height * 3);
  const isGrey = info.channels < 3;
  for (let at = 0; at < rgb.length; at++) {
    const from = isGrey ? Math.floor(at / 3) * info.channels : at;
    rgb[at] = Math.max(0, Math.min(255, Math.round(((values[from] ?? 0) - offset) * scale)));
  }
  return { widthPixels: width, heightPixels: height, rgb };
}

/** The values between which all but the outliers lie; the whole range where only outliers differ. */
function rangeOf(values: Uint16Array): { least: number; most: number } {
  const counts = new Uint32Array(65_536);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const outliers = Math.floor(values.length * OUTLIER_SHARE);
  const [least, most] = [valueAt(counts, outliers), valueAt(counts, values.length - 1 - outliers)];
  return most > least ? { least, most } : { least: valueAt(counts, 0), most: valueAt(counts, values.length - 1) };
}

/** The value with a rank among all, from 0. */
function valueAt(counts: Uint32Array, rank: number): number {
  let seen = 0;
  return counts.findIndex((count) => (seen += count) > rank);
}
