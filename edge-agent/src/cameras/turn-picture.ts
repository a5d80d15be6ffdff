import type { Picture } from "./source.ts";

/** Clockwise, degrees. */
export const turns = [0, 90, 180, 270] as const;
export type Turn = (typeof turns)[number];

/** The picture turned clockwise. */
export function turnPicture<Turned extends Pick<Picture, "widthPixels" | "heightPixels" | "rgb">>(
  picture: Turned,
  turn: Turn,
): Turned {
  if (turn === 0) return picture;
  const { pixels, ...size } = turnPixels({ ...picture, pixels: picture.rgb, channels: 3 }, turn);
  return { ...picture, ...size, rgb: pixels };
}

type Pixels = { widthPixels: number; heightPixels: number; pixels: Uint8Array; channels: 1 | 3 };

/** Pixels of one or three bytes, turned clockwise, and the size they then have. */
export function turnPixels({ widthPixels: width, heightPixels: height, pixels, channels }: Pixels, turn: Turn) {
  if (turn === 0) return { widthPixels: width, heightPixels: height, pixels };
  const turned = Buffer.allocUnsafeSlow(pixels.length);
  // Where the first pixel goes, and how far the next one in its row and the one below it are from there.
  const steps: Record<Exclude<Turn, 0>, readonly [number, number, number]> = {
    90: [height - 1, height, -1],
    180: [width * height - 1, -1, -width],
    270: [(width - 1) * height, -height, 1],
  };
  const [start, stepX, stepY] = steps[turn];
  for (let y = 0, from = 0; y < height; y++) {
    let to = channels * (start + y * stepY);
    for (let x = 0; x < width; x++, from += channels, to += channels * stepX) {
      turned[to] = pixels[from] ?? 0;
      if (channels === 1) continue;
      turned[to + 1] = pixels[from + 1] ?? 0;
      turned[to + 2] = pixels[from + 2] ?? 0;
    }
  }
  const isUpright = turn === 180;
  return { widthPixels: isUpright ? width : height, heightPixels: isUpright ? height : width, pixels: turned };
}
