import { createHash } from "node:crypto";
import { openAsSeen } from "./stretch-picture.ts";

const EDGE_PIXELS = 320;
const QUALITY = 75;

/** A small JPEG of a picture; `sha256` is of its bytes. */
export type Thumbnail = { bytes: Uint8Array; sha256: string };

/**
 * Draws a JPEG of at most 320 × 320 pixels of a picture that `takePicture` took, upright and as the models see it.
 */
export async function drawThumbnail(picture: Uint8Array): Promise<Thumbnail> {
  const bytes = await (
    await openAsSeen(picture)
  )
    .resize(EDGE_PIXELS, EDGE_PIXELS, { fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}
