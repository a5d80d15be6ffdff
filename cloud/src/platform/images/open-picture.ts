import { pictureRules } from "@container-inspection/shared-schemas/picture-rules";
import sharp from "sharp";

// Only these four loaders run in this process, whatever a picture claims to be: no SVG, PDF, HEIF or GIF is ever
// parsed.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadTiff"],
});

// No picture comes twice, so remembering the last ones would only hold memory.
sharp.cache(false);

const TIMEOUT_SECONDS = 30;

/** Opens a picture within the bounds that all pictures have here: 100 megapixels, complete, 30 s of work. */
export function openPicture(bytes: Uint8Array, maxPixels: number = pictureRules.maxPixels) {
  const options = { failOn: pictureRules.failOn, limitInputPixels: maxPixels, sequentialRead: true } as const;
  return sharp(bytes, options).timeout({ seconds: TIMEOUT_SECONDS });
}
