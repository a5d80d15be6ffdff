import type { Box } from "../../src/base/pictures/box.ts";

/** A part of a picture, whole pixels: how many it has, and runs of them. */
export type Region = {
  areaPixels: number;
  /** Runs in COCO's order, down the columns: lengths of not covered, covered, not covered, … */
  counts: number[];
};

/** Source of a region: closed outlines in pixels, or a box. */
export type Outline = { x: readonly number[]; y: readonly number[] };

/** The pixels whose middles lie inside an outline (even-odd rule). */
export function fillOutline({ x, y }: Outline, widthPixels: number, heightPixels: number): Region {
  const covered = new Uint8Array(widthPixels * heightPixels);
  const points = x.map((value, index) => ({ x: value, y: y[index] ?? 0 }));
  for (let column = 0; column < widthPixels; column += 1) {
    const crossings = crossingsOf(points, column + 0.5);
    for (const [index, crossing] of crossings.entries()) {
      if (index % 2 === 0) continue;
      const from = Math.max(0, Math.ceil((crossings[index - 1] ?? 0) - 0.5));
      const to = Math.min(heightPixels, Math.ceil(crossing - 0.5));
      if (to > from) covered.fill(1, column * heightPixels + from, column * heightPixels + to);
    }
  }
  return regionOf(covered);
}

/** The pixels whose middles lie inside a box. */
export function fillBox({ x1, y1, x2, y2 }: Box, widthPixels: number, heightPixels: number): Region {
  return fillOutline({ x: [x1, x2, x2, x1], y: [y1, y1, y2, y2] }, widthPixels, heightPixels);
}

/** Intersection over union, 0..1. */
export function overlap(one: Region, other: Region): number {
  const shared = sharedPixels(one.counts, other.counts);
  return shared === 0 ? 0 : shared / (one.areaPixels + other.areaPixels - shared);
}

/** The smallest box around a region; all 0 for an empty one. */
export function boxOf({ counts }: Region, heightPixels: number): Box {
  const box = { x1: Infinity, y1: Infinity, x2: 0, y2: 0 };
  let start = 0;
  for (const [index, length] of counts.entries()) {
    if (index % 2 === 1 && length > 0) {
      const last = start + length - 1;
      const [from, to] = [Math.floor(start / heightPixels), Math.floor(last / heightPixels)];
      box.x1 = Math.min(box.x1, from);
      box.x2 = Math.max(box.x2, to + 1);
      // A run that continues in the next column covers this one to its end.
      box.y1 = Math.min(box.y1, to > from ? 0 : start % heightPixels);
      box.y2 = Math.max(box.y2, to > from ? heightPixels : (last % heightPixels) + 1);
    }
    start += length;
  }
  return box.x2 === 0 ? { x1: 0, y1: 0, x2: 0, y2: 0 } : box;
}

/** Returns the positions at which a vertical line crosses an outline, in ascending order. */
function crossingsOf(points: readonly { x: number; y: number }[], at: number): number[] {
  const crossings: number[] = [];
  let before = points.at(-1);
  for (const point of points) {
    if (before && before.x <= at !== point.x <= at)
      crossings.push(before.y + ((at - before.x) / (point.x - before.x)) * (point.y - before.y));
    before = point;
  }
  return crossings.toSorted((a, b) => a - b);
}

function regionOf(covered: Uint8Array): Region {
  const counts: number[] = [];
  let [areaPixels, length, current] = [0, 0, 0];
  for (const pixel of covered) {
    areaPixels += pixel;
    if (pixel !== current) {
      counts.push(length);
      [length, current] = [0, pixel];
    }
    length += 1;
  }
  counts.push(length);
  return { areaPixels, counts };
}

/** Returns the number of pixels that two lists of runs both cover. */
function sharedPixels(one: readonly number[], other: readonly number[]): number {
  let [shared, i, j] = [0, 0, 0];
  let [left, right] = [one[0] ?? 0, other[0] ?? 0];
  while (i < one.length && j < other.length) {
    const step = Math.min(left, right);
    if (i % 2 === 1 && j % 2 === 1) shared += step;
    left -= step;
    right -= step;
    if (left === 0) left = one[(i += 1)] ?? 0;
    if (right === 0) right = other[(j += 1)] ?? 0;
  }
  return shared;
}
