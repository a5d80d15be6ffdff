import {
  type BrightnessRange,
  describeValues,
  findBrightnessRange,
  isDeepPicture,
  type PictureFacts,
  viewValues,
} from "@container-inspection/shared-schemas/picture-rules";
import type { Sharp } from "sharp";
import { openPicture } from "./open-picture.ts";

/** A copy of at most this many pixels a side is enough to see how bright a picture is. */
const SAMPLE_PIXELS = 512;

/**
 * Opens a picture that was taken in as the models on the devices see it: upright, on white, and where its values are no
 * levels of 0 to 255, its own range stretched to that. X-ray scanners use a small part of what their files could hold.
 */
export async function openAsSeen(picture: Uint8Array): Promise<Sharp> {
  const upright = openPicture(picture).autoOrient();
  const facts = await openPicture(picture).metadata();
  if (!isDeepPicture(facts)) return upright.flatten({ background: "white" });
  const range = await findPictureRange(picture, facts);
  if (!range) return upright.removeAlpha();
  const scale = describeValues(facts).white / (range.brightest - range.darkest);
  return upright.removeAlpha().linear(scale, -range.darkest * scale);
}

/** The range of a picture whose values are no levels of 0 to 255; undefined where it has none. */
export async function findPictureRange(picture: Uint8Array, facts: PictureFacts): Promise<BrightnessRange | undefined> {
  // The nearest values, and not their means: an outlier must stay one.
  const few = { fit: "inside", withoutEnlargement: true, kernel: "nearest" } as const;
  const sample = openPicture(picture).resize(SAMPLE_PIXELS, SAMPLE_PIXELS, few);
  return (await findRange(sample, facts)) ?? (await findRange(openPicture(picture), facts));
}

async function findRange(image: Sharp, facts: PictureFacts): Promise<BrightnessRange | undefined> {
  const { type, space, raise } = describeValues(facts);
  const raised = raise === 0 ? image : image.linear(1, raise);
  const data = await raised.toColourspace(space).removeAlpha().raw({ depth: type }).toBuffer();
  const range = findBrightnessRange(viewValues(data, type));
  return range && { darkest: range.darkest - raise, brightest: range.brightest - raise };
}
