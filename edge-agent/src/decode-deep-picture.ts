import type { Sharp } from "sharp";

type DeepPicture = { widthPixels: number; heightPixels: number; rgb: Uint8Array };

/**
 * RGB of a picture with 16 bits per channel, as X-ray scanners make them. Scanners use 10, 12 or 14 of the 16 bits, so
 * the darkest value of the picture becomes 0 and the brightest 255, linearly and with one scale for all channels.
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
  let least = 65_535;
  let most = 0;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  // A picture of one value has no range: it keeps its brightness.
  const scale = most > least ? 255 / (most - least) : 1 / 257;
  const offset = most > least ? least : 0;
  const rgb = Buffer.allocUnsafeSlow(width * height * 3);
  const isGrey = info.channels < 3;
  for (let at = 0; at < rgb.length; at++) {
    const from = isGrey ? Math.floor(at / 3) * info.channels : at;
    rgb[at] = Math.round(((values[from] ?? 0) - offset) * scale);
  }
  return { widthPixels: width, heightPixels: height, rgb };
}
