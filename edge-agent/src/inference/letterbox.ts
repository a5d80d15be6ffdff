/** A picture to look at: RGB, 8 bits per channel, rows from top to bottom without padding. A Frame is one. */
export type Picture = { rgb: Uint8Array; widthPixels: number; heightPixels: number };

/** How a picture lies in the model's input: input = picture × scale + pad, in pixels, edges at whole numbers. */
export type Letterbox = {
  inputWidth: number;
  inputHeight: number;
  scaleX: number;
  scaleY: number;
  padX: number;
  padY: number;
  /** The resized picture inside the input. */
  resizedWidth: number;
  resizedHeight: number;
};

const UNIT = 1 / 255;
const GREY = 114 * UNIT;

/**
 * Where a picture comes to lie in an input of a given size: scaled to fit, centred, sides rounded to whole pixels as
 * Ultralytics' LetterBox rounds them (`round(pad ± 0.1)`: an odd pixel goes to the right and the bottom).
 */
export function fitLetterbox(
  picture: { widthPixels: number; heightPixels: number },
  input: { widthPixels: number; heightPixels: number },
): Letterbox {
  const scale = Math.min(input.widthPixels / picture.widthPixels, input.heightPixels / picture.heightPixels);
  const resizedWidth = Math.max(1, Math.round(picture.widthPixels * scale));
  const resizedHeight = Math.max(1, Math.round(picture.heightPixels * scale));
  return {
    inputWidth: input.widthPixels,
    inputHeight: input.heightPixels,
    scaleX: resizedWidth / picture.widthPixels,
    scaleY: resizedHeight / picture.heightPixels,
    padX: Math.floor((input.widthPixels - resizedWidth) / 2),
    padY: Math.floor((input.heightPixels - resizedHeight) / 2),
    resizedWidth,
    resizedHeight,
  };
}

/**
 * Fills `input` (3 × inputHeight × inputWidth, planes R, G, B, values 0..1) with the picture, resized bilinearly with
 * aligned edges (as OpenCV's INTER_LINEAR, which models are trained with) on grey 114. Every element is written.
 */
export function fillLetterbox(picture: Picture, box: Letterbox, input: Float32Array): void {
  const plane = box.inputWidth * box.inputHeight;
  if (box.resizedWidth < box.inputWidth || box.resizedHeight < box.inputHeight) input.fill(GREY);
  const columns = samplePositions(box.resizedWidth, picture.widthPixels, 3);
  const rows = samplePositions(box.resizedHeight, picture.heightPixels, picture.widthPixels * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    for (let y = 0; y < box.resizedHeight; y += 1) {
      const top = (rows.low[y] ?? 0) + channel;
      const bottom = (rows.high[y] ?? 0) + channel;
      const start = channel * plane + (box.padY + y) * box.inputWidth + box.padX;
      const out = input.subarray(start, start + box.resizedWidth);
      fillRow(out, { rgb: picture.rgb, top, bottom, share: rows.share[y] ?? 0 }, columns);
    }
  }
}

/** Fills one row of one plane from the two rows of the picture that begin at `top` and `bottom`. */
function fillRow(
  out: Float32Array,
  { rgb, top, bottom, share }: { rgb: Uint8Array; top: number; bottom: number; share: number },
  columns: Samples,
): void {
  for (let x = 0; x < out.length; x += 1) {
    const left = columns.low[x] ?? 0;
    const right = columns.high[x] ?? 0;
    const shareX = columns.share[x] ?? 0;
    const upper = mix(rgb[top + left] ?? 0, rgb[top + right] ?? 0, shareX);
    const lower = mix(rgb[bottom + left] ?? 0, rgb[bottom + right] ?? 0, shareX);
    out[x] = mix(upper, lower, share) * UNIT;
  }
}

type Samples = { low: Int32Array; high: Int32Array; share: Float32Array };

/** For each output pixel: the byte offsets of its two neighbours along one axis and the share of the second. */
function samplePositions(outSize: number, inSize: number, strideBytes: number): Samples {
  const low = new Int32Array(outSize);
  const high = new Int32Array(outSize);
  const share = new Float32Array(outSize);
  for (let index = 0; index < outSize; index += 1) {
    const position = Math.min(Math.max(((index + 0.5) * inSize) / outSize - 0.5, 0), inSize - 1);
    const first = Math.floor(position);
    low[index] = first * strideBytes;
    high[index] = Math.min(first + 1, inSize - 1) * strideBytes;
    share[index] = position - first;
  }
  return { low, high, share };
}

/** The value between `a` (share 0) and `b` (share 1). */
export function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
