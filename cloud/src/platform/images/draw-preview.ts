import { createHash } from "node:crypto";
import { openPicture } from "./decode-picture.ts";

/** A copy of at most this many pixels a side is enough to see how bright a picture is. */
const SAMPLE_PIXELS = 512;
/** At either end of the range: dead pixels must not decide. */
const OUTLIER_SHARE = 0.005;
const WHITE = 65_535;

/**
 * Draws a picture that was taken in whole as an 8-bit JPEG of the same size, upright. Where it has 16 bits, its
 * brightness is stretched over the whole range: X-ray scanners use a small part of it.
 */
export async function drawPreview(picture: Uint8Array) {
  const whole = openPicture(picture).autoOrient().flatten({ background: "white" });
  const { depth } = await openPicture(picture).metadata();
  const { darkest, brightest } = depth === "ushort" ? await findRange(picture) : { darkest: 0, brightest: WHITE };
  const scale = WHITE / Math.max(1, brightest - darkest);
  const stretched = scale === 1 ? whole : whole.linear(scale, -darkest * scale);
  const bytes = await stretched.jpeg({ quality: 90 }).toBuffer();
  return { bytes, contentType: "image/jpeg", sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** The brightness, 0 to 65,535, between which nearly all of a 16-bit picture lies. */
async function findRange(picture: Uint8Array): Promise<{ darkest: number; brightest: number }> {
  const sample = openPicture(picture).resize(SAMPLE_PIXELS, SAMPLE_PIXELS, { fit: "inside", withoutEnlargement: true });
  const bytes = await sample
    .flatten({ background: "white" })
    .toColourspace("grey16")
    .raw({ depth: "ushort" })
    .toBuffer();
  const values = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2).toSorted();
  const outliers = Math.floor(values.length * OUTLIER_SHARE);
  return { darkest: values[outliers] ?? 0, brightest: values.at(-1 - outliers) ?? WHITE };
}
