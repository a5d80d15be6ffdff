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
  const { widthPixels: width, heightPixels: height, rgb } = picture;
  const turned = Buffer.allocUnsafeSlow(rgb.length);
  // Where the first pixel goes, and how far the next one in its row and the one below it are from there.
  const steps: Record<Exclude<Turn, 0>, readonly [number, number, number]> = {
    90: [height - 1, height, -1],
    180: [width * height - 1, -1, -width],
    270: [(width - 1) * height, -height, 1],
  };
  const [start, stepX, stepY] = steps[turn];
  for (let y = 0, from = 0; y < height; y++) {
    let to = 3 * (start + y * stepY);
    for (let x = 0; x < width; x++, from += 3, to += 3 * stepX) {
      turned[to] = rgb[from] ?? 0;
      turned[to + 1] = rgb[from + 1] ?? 0;
      turned[to + 2] = rgb[from + 2] ?? 0;
    }
  }
  const isUpright = turn === 180;
  return {
    ...picture,
    widthPixels: isUpright ? width : height,
    heightPixels: isUpright ? height : width,
    rgb: turned,
  };
}
