import { createRandom, type Random } from "../../power-cut/random.ts";
import { seedOf } from "../schedule.ts";

/** Source of a lane's numbers, and when they become known by comparison with the load. */
export type GateKind = "camera-before" | "camera-beside" | "message-before" | "message-beside" | "message-after";

/** Milliseconds since the beginning. */
type Span = { fromMs: number; toMs: number };

/** One vehicle as it truly passes, and what is seen of it. No other one is in the lane from `inLane.fromMs` on. */
export type Vehicle = {
  index: number;
  numbers: string[];
  inLane: Span;
  /** When its numbers are in view; null where no camera notices them. */
  reading: Span | null;
  readingResult: "read" | "unread" | "misread";
  /** Null: no message comes. */
  announcedMs: number | null;
  /** Loads that the station above sees of it: nothing of an empty vehicle, two loads where something hides it. */
  loads: Span[];
  /** Pictures of a scanner further on. */
  pictures: number[];
};

export type GateSchedule = {
  seed: number;
  kind: GateKind;
  hasPositions: boolean;
  vehicles: Vehicle[];
  restart: { atMs: number; downMs: number } | null;
  /** The longest time that reading a picture takes. */
  readingMs: number;
};

/** A gate system announces a vehicle when the one before has left for a moment. */
const LEAST_GAP_MS = { camera: 300, message: 1_200 };

const KINDS: [GateKind, ...GateKind[]] = [
  "camera-before",
  "camera-beside",
  "message-before",
  "message-beside",
  "message-after",
];

/** The schedule of a seed: about a dozen vehicles, many of them close together. */
export function makeGateSchedule(seed: number, breaksFacts = false): GateSchedule {
  const random = createRandom(seedOf(seed, 77));
  const kind = random.pick(KINDS);
  const hasPositions = random.chance(0.2);
  const vehicles: Vehicle[] = [];
  let freeMs = 10_000;
  for (let index = 0; index < 6 + random.below(10); index += 1) {
    const gapMs = random.chance(0.3)
      ? between(random, LEAST_GAP_MS[kind.startsWith("camera") ? "camera" : "message"], 3_000)
      : between(random, 4_000, 90_000);
    const vehicle = drawVehicle(random, { index, kind, hasPositions, fromMs: freeMs + gapMs });
    vehicles.push(vehicle);
    freeMs = vehicle.inLane.toMs;
  }
  const atMs = between(random, 0, freeMs);
  const restart = random.chance(0.2) ? { atMs, downMs: between(random, 2_000, 40_000) } : null;
  return {
    seed,
    kind,
    hasPositions,
    vehicles: breaksFacts ? vehicles : keepFacts(vehicles, kind, restart),
    restart,
    readingMs: random.pick([100, 1_000, 8_000]),
  };
}

const between = (random: Random, least: number, most: number) => least + random.next() * (most - least);

type Draw = { index: number; kind: GateKind; hasPositions: boolean; fromMs: number };

function drawVehicle(random: Random, { index, kind, hasPositions, fromMs }: Draw): Vehicle {
  const stayMs = random.chance(0.3) ? between(random, 20_000, 120_000) : between(random, 5_000, 12_000);
  const isBefore = kind.endsWith("before");
  const loadFromMs = fromMs + (isBefore ? between(random, 6_000, 9_000) : between(random, 0, 1_000));
  const load = { fromMs: loadFromMs, toMs: loadFromMs + stayMs };
  const seenFromMs = isBefore ? fromMs : load.fromMs + between(random, 200, 2_000);
  const seen = { fromMs: seenFromMs, toMs: seenFromMs + between(random, 1_500, 4_000) };
  const isHidden = random.chance(0.05) && stayMs > 15_000;
  const pictures = random.chance(0.3) ? [load.toMs + between(random, 500, 8_000)] : [];
  const leftMs = Math.max(load.toMs, ...pictures);
  const announced = { before: seen.fromMs, beside: seen.toMs, after: leftMs + between(random, 500, 15_000) };
  const announcedMs = new Map(Object.entries(announced)).get(kind.replace("message-", "")) ?? null;
  const isCamera = kind.startsWith("camera");
  return {
    index,
    numbers: hasPositions ? [`CSQU${index}A`, `CSQU${index}B`] : [`CSQU${index}A`],
    inLane: { fromMs, toMs: kind === "message-after" ? announced.after : leftMs },
    reading: isCamera && !random.chance(0.03) ? seen : null,
    readingResult: drawResult(random),
    announcedMs: isCamera || random.chance(0.05) ? null : announcedMs,
    loads: random.chance(0.15) ? [] : isHidden ? hide(load) : [load],
    pictures,
  };
}

const drawResult = (random: Random): Vehicle["readingResult"] =>
  random.chance(0.1) ? "unread" : random.chance(0.01) ? "misread" : "read";

/** Something hides a load for some seconds. */
const hide = ({ fromMs, toMs }: Span): Span[] => [
  { fromMs, toMs: fromMs + 6_000 },
  { fromMs: fromMs + 9_000, toMs },
];

function keepFacts(vehicles: readonly Vehicle[], kind: GateKind, restart: GateSchedule["restart"]): Vehicle[] {
  const kept: Vehicle[] = [];
  for (const vehicle of vehicles) {
    const before = kept.at(-1);
    // Nothing may have been seen of a vehicle that was in the lane while the agent was stopped.
    const isHidden =
      before && restart && before.inLane.toMs > restart.atMs && before.inLane.fromMs < restart.atMs + restart.downMs;
    kept.push(noticed(vehicle, isHidden ? { ...before, loads: [], announcedMs: null } : before, kind));
  }
  return kept;
}

/**
 * Something of each vehicle is noticed, and a vehicle without a load and one without a number do not follow each other:
 * that is what the passages hold to.
 */
function noticed(vehicle: Vehicle, before: Vehicle | undefined, kind: GateKind): Vehicle {
  const isNumbered = vehicle.reading !== null || vehicle.announcedMs !== null;
  const isAfter = kind === "message-after" && before?.announcedMs === null && vehicle.loads.length === 0;
  if (isNumbered) return isAfter ? { ...vehicle, announcedMs: null, pictures: [] } : vehicle;
  const isLost = vehicle.loads.length === 0;
  return isLost || before?.loads.length === 0 ? { ...vehicle, loads: [], pictures: [] } : vehicle;
}
