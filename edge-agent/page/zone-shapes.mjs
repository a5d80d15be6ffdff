// Geometry of zones; corners are shares of the picture's width and height.

/**
 * @typedef {[number, number]} Corner
 * @typedef {Corner[]} Polygon
 * @typedef {"include" | "exclude" | "privacy"} ZoneKind
 * @typedef {{ kind: ZoneKind, corners: Polygon }} Zone
 */

const MAX_CORNERS = 100;
/** Half a thousandth of the picture is finer than a finger, and short in the file. */
const DIGITS = 3;

/** @param {number} share */
export const clampShare = (share) => Number(Math.min(1, Math.max(0, share)).toFixed(DIGITS));

/** The line of a finger with fewer corners (Douglas and Peucker). @param {Polygon} line @param {number} tolerance @returns {Polygon} */
function simplify(line, tolerance) {
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

/** @param {Corner} corner @param {Corner} from @param {Corner} to */
function distanceToLine([x, y], [x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}

/** The zone that a finger went round; undefined for a line that surrounds nothing. @param {Polygon} line */
export function closeLine(line) {
  let corners = simplify(line, 0.01);
  const [first, last] = [corners[0], corners.at(-1)];
  if (corners.length > 3 && first && last && Math.hypot(first[0] - last[0], first[1] - last[1]) < 0.05) {
    corners = corners.slice(0, -1);
  }
  if (corners.length < 3 || areaOf(corners) < 0.0005) return undefined;
  return corners.slice(0, MAX_CORNERS);
}

/** @param {Polygon} corners */
function areaOf(corners) {
  const sum = corners.reduce((total, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0];
    return total + x * nextY - nextX * y;
  }, 0);
  return Math.abs(sum) / 2;
}

/** Adds a corner in the middle of the edge after `index`. @param {Polygon} corners @param {number} index @returns {Polygon} */
export function splitEdge(corners, index) {
  const [from, to] = [corners[index], corners[(index + 1) % corners.length]];
  if (!from || !to || corners.length >= MAX_CORNERS) return corners;
  /** @type {Corner} */
  const middle = [clampShare((from[0] + to[0]) / 2), clampShare((from[1] + to[1]) / 2)];
  return corners.toSpliced(index + 1, 0, middle);
}
