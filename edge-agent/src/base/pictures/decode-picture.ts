import { explainRefusedPicture, isDeepPicture, pictureRules } from "@container-inspection/shared-schemas/picture-rules";
import sharp from "sharp";
import type { ResizeOptions } from "sharp";
import { decodeDeepPicture } from "./decode-deep-picture.ts";
import type { Picture } from "./picture.ts";

/** Signatures at the start of picture files, in hexadecimal. */
const SIGNATURES: readonly (readonly [string, RegExp])[] = [
  ["JPEG", /^ffd8ff/],
  ["PNG", /^89504e470d0a1a0a/],
  ["WebP", /^52494646.{8}57454250/],
  ["TIFF", /^(?:49492[ab]00|4d4d002[ab])/],
];

/** The picture cannot be scanned. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

/** Larger pictures are scaled down to fit, keeping their shape. */
export type PictureLimits = { maxWidthPixels?: number | undefined; maxHeightPixels?: number | undefined };

/**
 * Upright RGB of a picture file (JPEG, PNG, WebP, TIFF), at most as large as `limits`. Throws a PictureError unless it
 * decodes to its last byte and shows something. Values beyond 8 bits are stretched to them by the picture's own range.
 */
export async function decodePicture(bytes: Uint8Array, limits: PictureLimits = {}): Promise<Picture> {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  if (!SIGNATURES.some(([, signature]) => signature.test(head))) {
    throw new PictureError(
      `it is not a picture of a supported format (${SIGNATURES.map(([kind]) => kind).join(", ")})`,
    );
  }
  try {
    const facts = await open(bytes).metadata();
    const reason = explainRefusedPicture(facts);
    if (reason !== undefined) throw new PictureError(reason);
    const upright = open(bytes).autoOrient().resize(fitInside(limits));
    if (isDeepPicture(facts)) return await decodeDeepPicture(upright, facts);
    const { data, info } = await upright
      .toColourspace("srgb")
      .flatten({ background: "#ffffff" })
      .removeAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`it has ${info.channels} channels`);
    return { widthPixels: info.width, heightPixels: info.height, rgb: data };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError(`it cannot be decoded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** A small grey copy of a picture file, upright; much faster than `decodePicture`. */
export async function decodeGrey(
  bytes: Uint8Array,
  maxWidthPixels: number,
): Promise<{ widthPixels: number; heightPixels: number; levels: Uint8Array }> {
  const stretched = isDeepPicture(await open(bytes).metadata()) && (await decodePicture(bytes, { maxWidthPixels }));
  const { data, info } = await (stretched ? openRgb(stretched) : open(bytes))
    .autoOrient()
    .resize(fitInside({ maxWidthPixels }))
    .flatten({ background: "#ffffff" })
    .greyscale()
    .extractChannel(0)
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { widthPixels: info.width, heightPixels: info.height, levels: data };
}

function open(bytes: Uint8Array) {
  return sharp(bytes, { failOn: pictureRules.failOn, limitInputPixels: pictureRules.maxPixels, pages: 1 });
}

function openRgb({ rgb, widthPixels, heightPixels }: Picture) {
  return sharp(rgb, { raw: { width: widthPixels, height: heightPixels, channels: 3 } });
}

function fitInside({ maxWidthPixels, maxHeightPixels }: PictureLimits): ResizeOptions {
  return {
    ...(maxWidthPixels !== undefined && { width: maxWidthPixels }),
    ...(maxHeightPixels !== undefined && { height: maxHeightPixels }),
    fit: "inside",
    withoutEnlargement: true,
  };
}
