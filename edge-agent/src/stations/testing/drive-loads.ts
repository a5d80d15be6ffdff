import { between, createDrift, createRandom, normal, type Random } from "../../../bench/tracking/random.ts";
import type { Box } from "../../base/pictures/box.ts";
import type { Detection } from "../../inference/detections.ts";
import { createTracker } from "../../tracking/tracker.ts";
import { createLoadWatch } from "../load-watch.ts";

const CLASSES = ["carton", "crate", "drum", "pallet", "roll", "sack"];
const WIDTH = 160;
const HEIGHT = 120;
const SIZE = { widthPixels: WIDTH, heightPixels: HEIGHT };
/** Every picture is as sharp as every other: which is the best depends on its content. */
const NOISE = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => 60 + ((index * 7_919) % 131));
const STEP_MS = 50;
/** Share of a thing that must be visible for it to be found. */
const LEAST_VISIBLE_SHARE = 0.5;
/** Far enough to the side that nothing of a load is in the picture. */
const OUTSIDE = 1.3 * WIDTH;
const BRAKES_MS = 2_000;
const STARTS_MS = 1_500;
const PASSES_MS = 8_000;

const VISIT = {
  stableMs: 1_500,
  goneMs: 2_000,
  maxWaitMs: 15_000,
  minimumPresenceMs: 400,
  maxSpeedPerSecond: 0.03,
  frameIntervalMs: 100,
};

type Thing = { className: string; box: Box };
export type Goods = readonly Thing[];
/** One load in the lane, from `atMs` on: it stops, `beside` picture widths from the middle, or drives through. */
export type Visitor = { goods: Goods; atMs: number; stops: { forMs: number; beside: number } | null };
export type Direction = "left" | "right";

const durationMs = ({ stops }: Visitor) => (stops ? BRAKES_MS + stops.forMs + STARTS_MS : PASSES_MS);

/** Two to five things side by side, some of them partly in front of others. */
export function drawGoods(random: Random): Goods {
  const count = 2 + Math.floor(random() * 4);
  return Array.from({ length: count }, (_, index) => {
    const [width, height] = [between(random, 0.12, 0.24) * WIDTH, between(random, 0.2, 0.4) * HEIGHT];
    const middleX = (0.2 + (0.6 * (index + between(random, 0.2, 0.8))) / count) * WIDTH;
    const middleY = between(random, 0.4, 0.7) * HEIGHT;
    const [x1, y1] = [middleX - width / 2, middleY - height / 2];
    return { className: drawClass(random), box: { x1, y1, x2: x1 + width, y2: y1 + height } };
  });
}

const drawClass = (random: Random): string => CLASSES[Math.floor(random() * CLASSES.length)] ?? "";

/** Returns the position of a load relative to the middle, from -1 before it enters to 1 after it left. */
function place(visitor: Visitor, atMs: number): number {
  const sinceMs = atMs - visitor.atMs;
  const { stops } = visitor;
  if (!stops) return (2 * sinceMs) / PASSES_MS - 1;
  if (sinceMs <= BRAKES_MS) return -((1 - Math.max(0, sinceMs) / BRAKES_MS) ** 2);
  const startedMs = sinceMs - BRAKES_MS - stops.forMs;
  return startedMs <= 0 ? 0 : (startedMs / STARTS_MS) ** 2;
}

/** The things in the picture, whole or cut by its border. */
function visibleThings(visitor: Visitor, atMs: number, direction: Direction): Thing[] {
  const at = place(visitor, atMs);
  if (Math.abs(at) >= 1) return [];
  const shift = (direction === "right" ? 1 : -1) * at * OUTSIDE + (visitor.stops?.beside ?? 0) * WIDTH;
  return visitor.goods.flatMap(({ className, box }) => {
    const [x1, x2] = [Math.max(0, box.x1 + shift), Math.min(WIDTH, box.x2 + shift)];
    return x2 - x1 >= LEAST_VISIBLE_SHARE * (box.x2 - box.x1) ? [{ className, box: { ...box, x1, x2 } }] : [];
  });
}

/**
 * Returns the first and the last time, from its arrival on, at which anything of a load can be found in the picture.
 */
export function visibleMs(visitor: Visitor, direction: Direction): { fromMs: number; toMs: number } {
  const times: number[] = [];
  for (let atMs = visitor.atMs; atMs <= visitor.atMs + durationMs(visitor); atMs += STEP_MS) {
    if (visibleThings(visitor, atMs, direction).length > 0) times.push(atMs);
  }
  return { fromMs: times[0] ?? Infinity, toMs: times.at(-1) ?? -Infinity };
}

/** A scan: why it was made, and the numbers of the loads in its picture. */
export type Scan = { reason: string; shows: number[] };
export type Lane = { visitors: readonly Visitor[]; direction: Direction; longestGapMs: number; seed: number };

/**
 * Plays the pictures of a lane, of which a busy machine leaves out some at random, through a tracker and the watch of a
 * station. The model misses a few things, doubts some and mistakes some.
 */
export function driveLoads({ visitors, direction, longestGapMs, seed }: Lane): Scan[] {
  const random = createRandom(seed);
  const tracker = createTracker({ bufferMs: 2_000 });
  const watch = createLoadWatch(
    {
      visit: VISIT,
      minimumConfidence: 0.4,
      setIdle: () => {},
      evidence: { begin: () => {} },
      rules: { ofLoads: true, interval: null, change: null },
      track: (detections, time) => tracker.update(detections, time),
    },
    { observe: () => {}, flushDue: () => {}, end: () => {} },
  );
  const sway = createDrift(random, 1, 0.1);
  const scans: Scan[] = [];
  const endMs = Math.max(...visitors.map((visitor) => visitor.atMs + durationMs(visitor))) + 4_000;
  for (let atMs = 0; atMs < endMs; atMs += between(random, 100, longestGapMs)) {
    const swayed = 0.5 * sway();
    const things = visitors.flatMap((visitor) => visibleThings(visitor, atMs, direction));
    const items = things.flatMap((thing) => findThing(thing, swayed, random));
    const frame = { cameraId: "lane", index: 0, capturedAtMs: atMs, monotonicMs: atMs, ...SIZE, rgb: NOISE };
    const detections = { model: { name: "loads", version: "1" }, ...SIZE, inferenceMs: 1, items };
    for (const { reason, picture } of watch.observe({ frame, detections })) {
      const shown = visitors.map((visitor) => visibleThings(visitor, picture.frame.monotonicMs, direction).length > 0);
      scans.push({ reason, shows: shown.flatMap((isShown, index) => (isShown ? [index] : [])) });
    }
  }
  return scans;
}

/** Returns the detections that a model makes of a thing: mostly one box that trembles. */
function findThing({ className, box }: Thing, swayed: number, random: Random): Detection[] {
  const chance = random();
  if (chance < 0.01) return [];
  const confidence = chance < 0.02 ? 0.3 : between(random, 0.5, 0.95);
  const seen = chance > 0.99 ? drawClass(random) : className;
  const tremble = () => 0.25 * normal(random);
  const { x1, y1, x2, y2 } = box;
  const [left, right] = [x1 + swayed + tremble(), x2 + swayed + tremble()];
  const found = { x1: Math.max(0, left), y1: y1 + tremble(), x2: Math.min(WIDTH, right), y2: y2 + tremble() };
  return [{ className: seen, confidence, box: found, polygon: null, areaPercent: 1 }];
}
