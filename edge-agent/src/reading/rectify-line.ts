import type { Picture } from "../base/pictures/picture.ts";
import { fromUnitSquare, type Point } from "../base/pictures/perspective.ts";
import type { Line } from "./arrange-lines.ts";
import type { Strip, StripSize } from "./strip.ts";

/** Level of the pixels beyond a strip's used width. */
const BEYOND = 127;
/** Height of the strip relative to its characters, and margin beside the first and the last, in their heights. */
const AROUND = 1.5;
const BESIDE = 0.9;

/**
 * The strip of a line: along its characters' middles, as high as they are at each end. A column is turned, so that its
 * characters lie on their left side. The training code does this in `rectify` and `strip_of`.
 */
export function rectifyLine(picture: Picture, line: Line, size: StripSize): Strip {
  const { heightPixels, widthStepPixels: step, beyondHeights = 0 } = size;
  const { corners, shape } = outlineOf(line, beyondHeights);
  const width = Math.min(size.widthPixels, heightPixels * shape);
  const widthPixels = step === undefined ? size.widthPixels : Math.ceil(width / step) * step;
  const toPicture = fromRectangle(corners, width, heightPixels);
  const levels = new Float32Array(heightPixels * widthPixels).fill(BEYOND / 255);
  for (let y = 0; y < heightPixels; y += 1) {
    for (let x = 0; x < Math.trunc(width); x += 1) {
      const point = toPicture(x, y);
      levels[y * widthPixels + x] = sampleGrey(picture, point.x, point.y) / 255;
    }
  }
  return { levels, width, widthPixels };
}

/** The four corners of the strip in the picture, clockwise from where it begins, and its width over its height. */
function outlineOf(
  { characters, isRow }: Line,
  beyond: number,
): { corners: [Point, Point, Point, Point]; shape: number } {
  const centre = { x: mean(characters.map(({ x }) => x)), y: mean(characters.map(({ y }) => y)) };
  const along = directionOf(characters, centre, isRow);
  const down = { x: -along.y, y: along.x };
  const places = characters.map(({ x, y }) => (x - centre.x) * along.x + (y - centre.y) * along.y);
  const heights = characters.map(({ width, height }) => uprightHeight(width, height, isRow ? along : down));
  const typical = median(heights);
  const slope = characters.length < 4 ? 0 : Math.max(-0.1, Math.min(0.1, slopeOf(places, heights)));
  const middle = median(places);
  const heightAt = (place: number) => Math.max(0.4 * typical, typical + slope * (place - middle));
  const first = (places[0] ?? 0) - BESIDE * heightAt(places[0] ?? 0);
  const last = (places.at(-1) ?? 0) + (BESIDE + beyond) * heightAt(places.at(-1) ?? 0);
  const corner = (place: number, side: number): Point => {
    const away = (side * AROUND * heightAt(place)) / 2;
    return { x: centre.x + along.x * place + down.x * away, y: centre.y + along.y * place + down.y * away };
  };
  return {
    corners: [corner(first, -1), corner(last, -1), corner(last, 1), corner(first, 1)],
    shape: (last - first) / (AROUND * typical),
  };
}

/** The height of a tilted character, from the upright box around it; `along` is the direction of its line. */
function uprightHeight(width: number, height: number, along: Point): number {
  const [cos, sin] = [Math.abs(along.x), Math.abs(along.y)];
  const turned = (height * cos - width * sin) / (cos * cos - sin * sin);
  return sin > 0.5 || !(turned > 0.5 * height) ? height : turned;
}

/** The line nearest to all middles (total least squares), from the first to the last. */
function directionOf(characters: readonly Point[], centre: Point, isRow: boolean): Point {
  let [xx, xy, yy] = [0, 0, 0];
  for (const { x, y } of characters) {
    xx += (x - centre.x) ** 2;
    xy += (x - centre.x) * (y - centre.y);
    yy += (y - centre.y) ** 2;
  }
  if (xx + yy === 0) return isRow ? { x: 1, y: 0 } : { x: 0, y: 1 };
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [first, last] = [characters[0] ?? centre, characters.at(-1) ?? centre];
  const sign = Math.cos(angle) * (last.x - first.x) + Math.sin(angle) * (last.y - first.y) < 0 ? -1 : 1;
  return { x: sign * Math.cos(angle), y: sign * Math.sin(angle) };
}

/** A mapping from a rectangle at the origin to four corners (perspective). */
function fromRectangle(corners: readonly [Point, Point, Point, Point], width: number, height: number) {
  const { across, along, origin } = fromUnitSquare(corners);
  return (x: number, y: number): Point => {
    const [u, v] = [x / width, y / height];
    const depth = across[2] * u + along[2] * v + origin[2];
    return {
      x: (across[0] * u + along[0] * v + origin[0]) / depth,
      y: (across[1] * u + along[1] * v + origin[1]) / depth,
    };
  };
}

function sampleGrey({ rgb, widthPixels, heightPixels }: Picture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top];
  const at = (column: number, row: number): number => {
    if (column < 0 || row < 0 || column >= widthPixels || row >= heightPixels) return BEYOND;
    const place = (row * widthPixels + column) * 3;
    return Math.trunc(((rgb[place] ?? 0) + (rgb[place + 1] ?? 0) + (rgb[place + 2] ?? 0)) / 3);
  };
  const above = at(left, top) * (1 - dx) + at(left + 1, top) * dx;
  const below = at(left, top + 1) * (1 - dx) + at(left + 1, top + 1) * dx;
  return above * (1 - dy) + below * dy;
}

function slopeOf(places: readonly number[], heights: readonly number[]): number {
  const middle = mean(places);
  let [product, square] = [0, 0];
  for (const [index, place] of places.entries()) {
    product += (place - middle) * (heights[index] ?? 0);
    square += (place - middle) ** 2;
  }
  return product / Math.max(1e-6, square);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
