import sharp from "sharp";

// Only these four loaders run in this process, whatever a picture claims to be: no SVG, PDF, HEIF or GIF is ever
// parsed.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadTiff"],
});

// No picture comes twice, so remembering the last ones would only hold memory.
sharp.cache(false);

const MAX_PIXELS = 100_000_000;
const TIMEOUT_SECONDS = 30;
const contentTypes: Partial<Record<string, PictureType>> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  tiff: "image/tiff",
};

type PictureType = "image/jpeg" | "image/png" | "image/webp" | "image/tiff";

/** A picture whose every byte was decoded; width and height in pixels as stored, before any orientation tag. */
export type Picture = { contentType: PictureType; width: number; height: number };

/**
 * Decodes a whole JPEG, PNG, WebP or TIFF of one page and at most 100 megapixels, and returns what it is. Undefined for
 * everything else: other formats, animations, cut-off or broken data, more than `maxPixels`, over 30 s of work.
 */
export async function decodePicture(bytes: Uint8Array, { maxPixels = MAX_PIXELS } = {}): Promise<Picture | undefined> {
  try {
    const image = openPicture(bytes, maxPixels);
    const { format, width, height, pages = 1 } = await image.metadata();
    const contentType = contentTypes[format];
    if (contentType === undefined || pages > 1) return undefined;
    // The header alone does not prove that the rest is intact. Shrinking to a thumbnail lets the JPEG decoder skip most
    // of the arithmetic, but none of the bytes: 24 ms for 6 megapixels against 300 ms for `stats()`. The default kernel
    // is needed: the nearest-neighbour one never asks for the last lines.
    await image.resize(16, 16, { fit: "fill" }).raw().toBuffer();
    return { contentType, width, height };
  } catch {
    return undefined;
  }
}

/** Opens a picture within the bounds that all pictures have here: 100 megapixels, complete, 30 s of work. */
export function openPicture(bytes: Uint8Array, maxPixels = MAX_PIXELS) {
  const options = { failOn: "truncated", limitInputPixels: maxPixels, sequentialRead: true } as const;
  return sharp(bytes, options).timeout({ seconds: TIMEOUT_SECONDS });
}
