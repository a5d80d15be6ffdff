/** The size of the strips that a reader of lines takes. */
export type StripSize = {
  heightPixels: number;
  /** The greatest width; the width of every strip where `widthStepPixels` is not given. */
  widthPixels: number;
  /** A strip is as wide as its line, in whole multiples of this. */
  widthStepPixels?: number;
  /** Heights of a character by which a strip goes on after the last one found, beside the margin. */
  beyondHeights?: number;
};

/** A line of a picture, straightened: grey levels 0..1, row by row, of which the first `width` columns are used. */
export type Strip = { levels: Float32Array; width: number; widthPixels: number };
