import sharp from "sharp";
import type { Frame } from "../../cameras/frame.ts";
import { pictureSharpness } from "../../stations/picture-sharpness.ts";

/** Rows and columns sampled at most. */
const SAMPLES = 80;
const WIDTH_PIXELS = 320;
const QUALITY = 60;

/**
 * Measures sharpness and brightness as for the choice of a scan's picture; the level is that of the picture's green.
 */
export function lookAtPicture(frame: Frame): { sharpness: number; exposure: number } {
  const { rgb, widthPixels, heightPixels } = frame;
  const stepX = Math.max(1, Math.floor(widthPixels / SAMPLES));
  const stepY = Math.max(1, Math.floor(heightPixels / SAMPLES));
  let [sum, count] = [0, 0];
  for (let y = 0; y < heightPixels; y += stepY) {
    for (let x = 0; x < widthPixels; x += stepX) {
      sum += rgb[(y * widthPixels + x) * 3 + 1] ?? 0;
      count += 1;
    }
  }
  return { sharpness: pictureSharpness(frame), exposure: sum / count };
}

/** A JPEG of about 10 KB; privacy zones are black in the frame already. */
export async function encodeSmall({ rgb, widthPixels, heightPixels }: Frame): Promise<Buffer> {
  return sharp(rgb, { raw: { width: widthPixels, height: heightPixels, channels: 3 } })
    .resize({ width: WIDTH_PIXELS, height: WIDTH_PIXELS, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
