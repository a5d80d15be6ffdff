/** A small grey picture: one byte per pixel, rows without padding. */
export type GreyPicture = {
  widthPixels: number;
  heightPixels: number;
  levels: Uint8Array;
  /** 1 for each pixel of a privacy zone: it is black, and nothing there counts. */
  hidden?: Uint8Array | undefined;
};
