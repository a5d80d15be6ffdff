import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { decodePicture } from "../base/pictures/decode-picture.ts";
import { OWN_STRIP } from "../inference/line-network.ts";
import { rectifyLine } from "./rectify-line.ts";
import { certainOf } from "./testing.ts";

const { heightPixels: STRIP_HEIGHT, widthPixels: STRIP_WIDTH } = OWN_STRIP;

/** Made by the training code: `python -m container_numbers.strip_samples`. */
type Sample = {
  text: string;
  isRow: boolean;
  /** Upright box of each character: middle x and y, width and height, pixels. */
  boxes: [number, number, number, number][];
  width: number;
  picture: string;
  strip: string;
};
const fixtures = path.join(import.meta.dirname, "fixtures/strips.json");
const samples: Sample[] = JSON.parse(readFileSync(fixtures, "utf8"));

describe("a line's strip is the one that the network has learned to read", () => {
  test.each(samples)("$text", async ({ text, isRow, boxes, width, picture, strip }) => {
    const characters = boxes.map(([x, y, w, height], index) => ({
      x,
      y,
      width: w,
      height,
      score: 1,
      logProbabilities: certainOf(text[index] ?? ""),
    }));
    const made = rectifyLine(await decodePicture(Buffer.from(picture, "base64")), { isRow, characters }, OWN_STRIP);
    const { rgb } = await decodePicture(Buffer.from(strip, "base64"));
    // Upright boxes give the height of a tilted character a little differently, and the strip's scale with it: training
    // varies it by more than that.
    expect(Math.abs(made.width - width) / width).toBeLessThan(0.03);
    const columns = Math.trunc(made.width) - 1;
    let difference = 0;
    for (let y = 0; y < STRIP_HEIGHT; y += 1)
      for (let x = 0; x < columns; x += 1)
        difference += Math.abs(
          (made.levels[y * STRIP_WIDTH + x] ?? 0) * 255 - levelAt(rgb, (x * width) / made.width, y),
        );
    expect(difference / (STRIP_HEIGHT * columns)).toBeLessThan(9);
  });
});

/** The grey level of a strip between two of its columns. */
function levelAt(rgb: Uint8Array, x: number, y: number): number {
  const [left, share] = [Math.floor(x), x - Math.floor(x)];
  const at = (column: number) => rgb[3 * (y * STRIP_WIDTH + column)] ?? 0;
  return at(left) * (1 - share) + at(left + 1) * share;
}
