import type { Frame } from "../cameras/frame.ts";

/** Rows and columns sampled at most: enough to detect a blurred picture, cheap enough for every frame. */
const SAMPLES = 160;

/**
 * Returns the sharpness of a picture: the mean absolute Laplacian of its green channel (the sum-modified Laplacian of
 * Nayar and Nakagawa, 1994) on a grid of at most 160 × 160 places, in grey levels. Comparable only within one camera.
 */
export function pictureSharpness({ rgb, widthPixels, heightPixels }: Frame): number {
  const stepX = Math.max(1, Math.floor(widthPixels / SAMPLES));
  const stepY = Math.max(1, Math.floor(heightPixels / SAMPLES));
  const green = (x: number, y: number) => rgb[(y * widthPixels + x) * 3 + 1] ?? 0;
  let sum = 0;
  let count = 0;
  for (let y = 1; y < heightPixels - 1; y += stepY) {
    for (let x = 1; x < widthPixels - 1; x += stepX) {
      const twice = 2 * green(x, y);
      sum += Math.abs(twice - green(x - 1, y) - green(x + 1, y)) + Math.abs(twice - green(x, y - 1) - green(x, y + 1));
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}
