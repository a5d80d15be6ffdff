import type { Box } from "../base/pictures/box.ts";
import type { Frame } from "../cameras/frame.ts";
import { pictureSharpness } from "./picture-sharpness.ts";

/** An object in the picture; its box in pixels. */
export type ShownObject = { confidence: number; box: Box };

type Raw = Pick<Frame, "rgb" | "widthPixels" | "heightPixels">;

/** Rows and columns sampled at most per object. */
const SAMPLES = 64;
/** Levels outside of these show no detail: noise of the sensor below, clipped highlights above. */
const DARKEST = 16;
const BRIGHTEST = 240;
/** A box that ends this close to the border, as a share of the picture's side, is cut by it. */
const BORDER = 0.01;
/** Share of the quality that remains for a picture without detail, and for one whose objects are all cut. */
const LEAST = 0.1;

/**
 * Returns the quality of a picture of these objects: high if it is sharp, with many certain objects, well exposed where
 * they are, and none of them cut by the border. From 0 without bound; comparable only within one camera.
 */
export function pictureQuality(picture: Frame, objects: readonly ShownObject[]): number {
  const confidence = objects.reduce((sum, object) => sum + object.confidence, 0);
  // Squared, because a longer exposure also doubles the contrast, and so the sharpness, of the parts it does not clip.
  const exposure = LEAST + (1 - LEAST) * detailShare(picture, objects) ** 2;
  const coverage = LEAST + (1 - LEAST) * wholeShare(picture, objects);
  return pictureSharpness(picture) * confidence * exposure * coverage;
}

/** The part of the objects' boxes, 0..1, that is neither black nor clipped; 1 without objects. */
export function detailShare({ rgb, widthPixels, heightPixels }: Raw, objects: readonly ShownObject[]): number {
  let [all, detailed] = [0, 0];
  for (const { box } of objects) {
    const [left, right] = [Math.max(0, Math.floor(box.x1)), Math.min(widthPixels, Math.ceil(box.x2))];
    const [top, bottom] = [Math.max(0, Math.floor(box.y1)), Math.min(heightPixels, Math.ceil(box.y2))];
    const stepX = Math.max(1, Math.floor((right - left) / SAMPLES));
    const stepY = Math.max(1, Math.floor((bottom - top) / SAMPLES));
    for (let y = top; y < bottom; y += stepY) {
      for (let x = left; x < right; x += stepX) {
        const green = rgb[(y * widthPixels + x) * 3 + 1] ?? 0;
        // Each sample represents `stepX * stepY` pixels, so that a large object counts for more than a small one.
        all += stepX * stepY;
        if (green >= DARKEST && green <= BRIGHTEST) detailed += stepX * stepY;
      }
    }
  }
  return all === 0 ? 1 : detailed / all;
}

/** The part of the objects, by area, 0..1, that the border does not cut; 1 without objects. */
export function wholeShare({ widthPixels, heightPixels }: Raw, objects: readonly ShownObject[]): number {
  const [marginX, marginY] = [BORDER * widthPixels, BORDER * heightPixels];
  let [all, whole] = [0, 0];
  for (const { box } of objects) {
    const area = Math.max(0, box.x2 - box.x1) * Math.max(0, box.y2 - box.y1);
    const isWhole =
      box.x1 > marginX && box.y1 > marginY && box.x2 < widthPixels - marginX && box.y2 < heightPixels - marginY;
    all += area;
    if (isWhole) whole += area;
  }
  return all === 0 ? 1 : whole / all;
}
