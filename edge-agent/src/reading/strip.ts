/** The size of the strips that a reader of lines takes. */
export type StripSize = { heightPixels: number; widthPixels: number };

/** A line of a picture, straightened: grey levels 0..1, row by row, of which the first `width` columns are used. */
export type Strip = { levels: Float32Array; width: number };
