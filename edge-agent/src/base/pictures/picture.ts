/** A picture to look at: RGB, 8 bits per channel, rows from top to bottom without padding. A Frame is one. */
export type Picture = { rgb: Uint8Array; widthPixels: number; heightPixels: number };
