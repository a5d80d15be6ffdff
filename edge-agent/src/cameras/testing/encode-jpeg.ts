import sharp from "sharp";
import { drawTestPattern } from "../test-pattern.ts";

/** The `index`-th picture of the test pattern; with the standard's Huffman tables, because RTP carries no others. */
export function encodeJpeg(index: number, width = 160, height = 120): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const;
  return sharp(drawTestPattern(index, width, height), { raw })
    .jpeg({ quality: 90, optimizeCoding: false })
    .toBuffer();
}
