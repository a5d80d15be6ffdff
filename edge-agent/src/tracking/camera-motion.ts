import type { Box } from "../base/pictures/box.ts";
import type { Detection } from "../inference/detections.ts";
import { confirmedCost } from "./costs.ts";
import { filterBox, shiftFilter } from "./kalman.ts";
import type { Life } from "./life.ts";

/** Minimum number of objects; with fewer, the camera's motion cannot be distinguished from theirs. */
const LEAST_OBJECTS = 4;
const GREATEST_COST = 0.9;
/** The objects agree when the median deviation from their common shift is less than this share of the shift. */
const AGREEMENT = 0.7;

type Shift = { dx: number; dy: number };

/**
 * Moves all lives by the shift that most followed objects have in common beyond their own expected motion: the camera
 * shakes in the wind, or was pushed. Costs one comparison of each life with each detection; no picture is needed.
 */
export function followCamera(lives: Life[], detections: readonly Detection[]): Life[] {
  const followed = lives.filter(({ state, trackingId }) => state === "tracked" && trackingId !== null);
  if (followed.length < LEAST_OBJECTS) return lives;
  const shifts = followed.flatMap((life) => shiftOf(life, detections) ?? []);
  if (shifts.length < LEAST_OBJECTS) return lives;
  const common = { dx: median(shifts.map(({ dx }) => dx)), dy: median(shifts.map(({ dy }) => dy)) };
  const deviation = median(shifts.map(({ dx, dy }) => Math.hypot(dx - common.dx, dy - common.dy)));
  if (deviation > AGREEMENT * Math.hypot(common.dx, common.dy)) return lives;
  return lives.map((life) => ({ ...life, filter: shiftFilter(life.filter, common.dx, common.dy) }));
}

/** Returns the shift from a life's expected place to the likeliest detection; null when none is likely. */
function shiftOf(life: Life, detections: readonly Detection[]): Shift | null {
  let [best, bestCost]: [Detection | null, number] = [null, GREATEST_COST];
  for (const detection of detections) {
    const cost = confirmedCost(life, detection);
    if (cost < bestCost) [best, bestCost] = [detection, cost];
  }
  if (!best) return null;
  const [from, to] = [centreOf(filterBox(life.filter)), centreOf(best.box)];
  return { dx: to.x - from.x, dy: to.y - from.y };
}

const centreOf = ({ x1, y1, x2, y2 }: Box) => ({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 });

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
