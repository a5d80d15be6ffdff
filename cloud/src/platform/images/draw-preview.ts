import { createHash } from "node:crypto";
import { openAsSeen } from "./stretch-picture.ts";

/** Draws a picture that was taken in whole as an 8-bit JPEG of the same size, upright, as the models see it. */
export async function drawPreview(picture: Uint8Array) {
  const bytes = await (await openAsSeen(picture)).jpeg({ quality: 90 }).toBuffer();
  return { bytes, contentType: "image/jpeg", sha256: createHash("sha256").update(bytes).digest("hex") };
}
