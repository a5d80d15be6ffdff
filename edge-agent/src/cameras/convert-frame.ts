import type { Scaler } from "node-av/api";
import { AV_FRAME_DATA_DISPLAYMATRIX } from "node-av/constants";
import type { Frame } from "node-av/lib";
import { fitPicture } from "./fit-picture.ts";
import type { Limits, Size } from "./fit-picture.ts";
import type { GreyPicture } from "./grey-picture.ts";
import type { Picture } from "./source.ts";
import { turnPicture, turnPixels, turns } from "./turn-picture.ts";
import type { Turn } from "./turn-picture.ts";

/** The frame's picture in RGB: upright by the stream's display matrix, with square pixels, not above the limits. */
export async function convertFrame(
  scaler: Scaler,
  frame: Frame,
  limits: Limits,
): Promise<Pick<Picture, "widthPixels" | "heightPixels" | "rgb" | "fullScale">> {
  const turn = turnOf(frame);
  const whole = squarePixels(frame);
  const { width, height } = fitPicture(whole, turn % 180 === 0 ? limits : turnLimits(limits));
  const rgb = await scaler.toBuffer(frame, { resize: { width, height }, format: "rgb" });
  return turnPicture({ widthPixels: width, heightPixels: height, rgb, fullScale: whole.width / width }, turn);
}

const turnLimits = ({ maxWidthPixels, maxHeightPixels }: Limits): Limits => ({
  maxWidthPixels: maxHeightPixels,
  maxHeightPixels: maxWidthPixels,
});

/** The size at which the frame's picture has square pixels: the longer side of a pixel is stretched to. */
function squarePixels({ width, height, sampleAspectRatio: { num, den } }: Frame): Size {
  if (num <= 0 || den <= 0 || num === den) return { width, height };
  return num > den ? { width: (width * num) / den, height } : { width, height: (height * den) / num };
}

/** Returns the clockwise rotation that the stream requests; only quarter turns count, and mirrors are ignored. */
function turnOf(frame: Frame): Turn {
  const matrix = frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  return turns.find((turn) => Math.abs(turn - ((degrees + 360) % 360)) < 1) ?? 0;
}

/** Number of samples of the frame, across and down, that are averaged to one pixel of a grey copy. */
const GREY_SAMPLES = 4;

/**
 * A small grey copy of the frame's picture, upright by the stream's display matrix. A pixel is the mean of some
 * samples, not of all that it covers: reading every pixel of a 4K picture takes four times as long, and would average
 * away the noise by which a picture that lives differs from a frozen one. `sampler` scales with SWS_FAST_BILINEAR.
 */
export function copyGrey(sampler: Scaler, frame: Frame, maxWidthPixels: number): GreyPicture {
  const turn = turnOf(frame);
  const limits = { maxWidthPixels, maxHeightPixels: undefined };
  const { width, height } = fitPicture(frame, turn % 180 === 0 ? limits : turnLimits(limits));
  const samples = Math.max(1, Math.min(GREY_SAMPLES, Math.floor(frame.width / width)));
  const sampled = sampler.toBufferSync(frame, {
    resize: { width: width * samples, height: height * samples },
    format: "gray",
  });
  const pixels = averageBlocks(sampled, { width, height }, samples);
  const { pixels: levels, ...size } = turnPixels(
    { widthPixels: width, heightPixels: height, pixels, channels: 1 },
    turn,
  );
  return { ...size, levels };
}

/** The means of blocks of `side` × `side` pixels, of which `width` × `height` make up the picture. */
function averageBlocks(pixels: Uint8Array, { width, height }: Size, side: number): Uint8Array {
  if (side === 1) return pixels;
  const means = new Uint8Array(width * height);
  const sums = new Uint16Array(width);
  const half = (side * side) >> 1;
  let at = 0;
  for (let row = 0; row < height; row += 1) {
    sums.fill(half);
    for (let line = 0; line < side; line += 1) {
      for (let column = 0; column < width; column += 1) {
        let sum = 0;
        for (let sample = 0; sample < side; sample += 1) sum += pixels[at++] ?? 0;
        sums[column] = (sums[column] ?? 0) + sum;
      }
    }
    for (let column = 0; column < width; column += 1) means[row * width + column] = (sums[column] ?? 0) / (side * side);
  }
  return means;
}
