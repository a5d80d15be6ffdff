import { resizeAntialiased } from "./resize-antialiased.ts";
import type { Picture } from "../base/pictures/picture.ts";
import { resizeBilinear } from "../base/pictures/resize-bilinear.ts";
import { roundHalfEven } from "../base/pictures/round-half-even.ts";

/** Position of a picture in the model's input: input = picture × scale + pad, in pixels, edges at whole numbers. */
export type Letterbox = {
  inputWidth: number;
  inputHeight: number;
  scaleX: number;
  scaleY: number;
  /** Negative where the picture reaches beyond the input. */
  padX: number;
  padY: number;
  /** The resized picture. */
  resizedWidth: number;
  resizedHeight: number;
};

type Size = { widthPixels: number; heightPixels: number };

/**
 * Method of bringing a picture to the size of a model's input, as the model was trained: `letterbox` keeps its shape
 * and pads with grey, `stretch` does not keep its shape, `crop` keeps its shape and cuts off the parts beyond the
 * middle.
 */
export type PictureFit = "letterbox" | "stretch" | "crop";

const UNIT = 1 / 255;
const GREY = 114 * UNIT;

/**
 * Returns the position of a picture in an input of a given size, rounded as the libraries that train such models do.
 */
export function fitPicture(fit: PictureFit, picture: Size, input: Size): Letterbox {
  const { resizedWidth, resizedHeight } = resizedSize(fit, picture, input);
  const [restX, restY] = [input.widthPixels - resizedWidth, input.heightPixels - resizedHeight];
  // Ultralytics' LetterBox gives an odd pixel to the right and the bottom; torchvision's CenterCrop rounds to even.
  const share = fit === "crop" ? roundHalfEven : Math.floor;
  return {
    inputWidth: input.widthPixels,
    inputHeight: input.heightPixels,
    scaleX: resizedWidth / picture.widthPixels,
    scaleY: resizedHeight / picture.heightPixels,
    padX: share(restX / 2),
    padY: share(restY / 2),
    resizedWidth,
    resizedHeight,
  };
}

function resizedSize(fit: PictureFit, { widthPixels, heightPixels }: Size, input: Size) {
  const [acrossX, acrossY] = [input.widthPixels / widthPixels, input.heightPixels / heightPixels];
  const isSquare = input.widthPixels === input.heightPixels;
  // torchvision's Resize takes a shape that is not square as it is.
  if (fit === "stretch" || (fit === "crop" && !isSquare))
    return { resizedWidth: input.widthPixels, resizedHeight: input.heightPixels };
  if (fit === "crop") {
    const shorter = Math.min(widthPixels, heightPixels);
    const resized = (side: number) => Math.trunc((input.widthPixels * side) / shorter);
    return { resizedWidth: resized(widthPixels), resizedHeight: resized(heightPixels) };
  }
  const scale = Math.min(acrossX, acrossY);
  return {
    resizedWidth: Math.max(1, roundHalfEven(widthPixels * scale)),
    resizedHeight: Math.max(1, roundHalfEven(heightPixels * scale)),
  };
}

/**
 * Fills `input` (3 × inputHeight × inputWidth, planes R, G, B, values 0..1) with the picture, resized as `fit`
 * requires, on grey 114. Every element is written.
 */
export function fillInput(fit: PictureFit, picture: Picture, box: Letterbox, input: Float32Array): void {
  const plane = box.inputWidth * box.inputHeight;
  if (box.resizedWidth < box.inputWidth || box.resizedHeight < box.inputHeight) input.fill(GREY);
  const [firstX, firstY] = [Math.max(-box.padX, 0), Math.max(-box.padY, 0)];
  const count = Math.min(box.resizedWidth, box.inputWidth);
  const resize = fit === "crop" ? resizeAntialiased : resizeBilinear;
  resize(picture, { widthPixels: box.resizedWidth, heightPixels: box.resizedHeight }, (y, row) => {
    if (y < firstY || y - firstY >= box.inputHeight) return;
    const start = (box.padY + y) * box.inputWidth + Math.max(box.padX, 0);
    for (let x = 0, from = firstX * 3; x < count; x += 1, from += 3) {
      input[start + x] = (row[from] ?? 0) * UNIT;
      input[plane + start + x] = (row[from + 1] ?? 0) * UNIT;
      input[2 * plane + start + x] = (row[from + 2] ?? 0) * UNIT;
    }
  });
}

/** The value between `a` (share 0) and `b` (share 1). */
export function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
