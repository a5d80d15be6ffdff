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

/** How far the stream asks to turn its pictures, clockwise; other turns than quarter ones, and mirrors, are ignored. */
function turnOf(frame: Frame): Turn {
  const matrix = frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  return turns.find((turn) => Math.abs(turn - ((degrees + 360) % 360)) < 1) ?? 0;
}

/** A small grey copy of the frame's picture, upright by the stream's display matrix. */
export function copyGrey(scaler: Scaler, frame: Frame, maxWidthPixels: number): GreyPicture {
  const turn = turnOf(frame);
  const limits = { maxWidthPixels, maxHeightPixels: undefined };
  const { width, height } = fitPicture(frame, turn % 180 === 0 ? limits : turnLimits(limits));
  const pixels = scaler.toBufferSync(frame, { resize: { width, height }, format: "gray" });
  const { pixels: levels, ...size } = turnPixels(
    { widthPixels: width, heightPixels: height, pixels, channels: 1 },
    turn,
  );
  return { ...size, levels };
}
