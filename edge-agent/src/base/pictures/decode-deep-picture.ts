import {
  describeValues,
  findBrightnessRange,
  NO_RANGE,
  viewValues,
} from "@container-inspection/shared-schemas/picture-rules";
import type { PictureFacts } from "@container-inspection/shared-schemas/picture-rules";
import type { Sharp } from "sharp";
import type { Picture } from "./picture.ts";

/**
 * RGB of a picture whose values are not levels of 0 to 255, as X-ray scanners make them. Scanners use 10, 12 or 14 of
 * 16 bits, instruments write floating-point numbers, so the picture's own range becomes 0 to 255, linearly and with one
 * scale for all channels. The darkest and the brightest 0.5 % do not count: dead pixels must not decide.
 */
export async function decodeDeepPicture(upright: Sharp, facts: PictureFacts): Promise<Picture> {
  const { values, widthPixels, heightPixels, channels } = await readValues(upright, facts);
  const range = findBrightnessRange(values);
  if (!range) throw new Error(NO_RANGE);
  const scale = 255 / (range.brightest - range.darkest);
  const rgb = Buffer.allocUnsafeSlow(widthPixels * heightPixels * 3);
  const isGrey = channels < 3;
  for (let at = 0; at < rgb.length; at++) {
    const from = isGrey ? Math.floor(at / 3) * channels : at;
    rgb[at] = Math.max(0, Math.min(255, Math.round(((values[from] ?? 0) - range.darkest) * scale)));
  }
  return { widthPixels, heightPixels, rgb };
}

async function readValues(upright: Sharp, facts: PictureFacts) {
  const { type, space, raise } = describeValues(facts);
  const raised = raise === 0 ? upright : upright.linear(1, raise);
  const pixels = raised.toColourspace(space).removeAlpha().raw({ depth: type });
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  const { width: widthPixels, height: heightPixels, channels } = info;
  return { values: viewValues(data, type), widthPixels, heightPixels, channels };
}
