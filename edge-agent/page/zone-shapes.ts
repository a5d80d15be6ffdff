// Geometry of zones; corners are shares of the picture's width and height.

export type Corner = [number, number];
type Polygon = Corner[];
export type ZoneKind = "include" | "exclude" | "privacy";
export type Zone = { kind: ZoneKind; corners: Polygon };

const MAX_CORNERS = 100;
/** Half a thousandth of the picture is finer than a finger, and short in the file. */
const DIGITS = 3;

/** A share within the picture, as it is written to the file. */
export const clampShare = (share: number) => Number(Math.min(1, Math.max(0, share)).toFixed(DIGITS));

/** The line of a finger with fewer corners (Douglas and Peucker). */
function simplify(line: Polygon, tolerance: number): Polygon {
  const [first, last] = [line[0], line.at(-1)];
  if (line.length < 3 || !first || !last) return line;
  let [farthest, distance] = [0, 0];
  for (const [index, corner] of line.entries()) {
    const away = distanceToLine(corner, first, last);
    if (away > distance) [farthest, distance] = [index, away];
  }
  if (distance <= tolerance) return [first, last];
  return [
    ...simplify(line.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(line.slice(farthest), tolerance),
  ];
}

function distanceToLine([x, y]: Corner, [x1, y1]: Corner, [x2, y2]: Corner) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}

/** The zone that a finger went round; undefined for a line that surrounds nothing. */
export function closeLine(line: Polygon) {
  let corners = simplify(line, 0.01);
  const [first, last] = [corners[0], corners.at(-1)];
  if (corners.length > 3 && first && last && Math.hypot(first[0] - last[0], first[1] - last[1]) < 0.05) {
    corners = corners.slice(0, -1);
  }
  if (corners.length < 3 || areaOf(corners) < 0.0005) return undefined;
  return corners.slice(0, MAX_CORNERS);
}

function areaOf(corners: Polygon) {
  const sum = corners.reduce((total, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0];
    return total + x * nextY - nextX * y;
  }, 0);
  return Math.abs(sum) / 2;
}

/** Adds a corner in the middle of the edge after `index`. */
export function splitEdge(corners: Polygon, index: number): Polygon {
  const [from, to] = [corners[index], corners[(index + 1) % corners.length]];
  if (!from || !to || corners.length >= MAX_CORNERS) return corners;
  const middle: Corner = [clampShare((from[0] + to[0]) / 2), clampShare((from[1] + to[1]) / 2)];
  return corners.toSpliced(index + 1, 0, middle);
}
