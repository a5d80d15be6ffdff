import { createRandom, type Random } from "../../power-cut/random.ts";
import type { Times } from "../../../edge-agent/src/stations/passages/travel-times.ts";
import { seedOf } from "../schedule.ts";
import { between, drawLoads, EXIT_MS, layOutStations, type SeenLoad, type Stations } from "./draw-loads.ts";
import { keepFacts } from "./keep-facts.ts";

/** Source of a lane's numbers, and when they become known by comparison with the load. */
export type GateKind =
  | "camera-before"
  | "camera-beside"
  | "camera-and-message"
  | "message-before"
  | "message-beside"
  | "message-after";

/** Milliseconds since the beginning. */
export type Span = { fromMs: number; toMs: number };
/** A message of the gate system with some of a vehicle's numbers, by their index. */
type Message = { atMs: number; indexes: number[] };

/** One vehicle as it truly passes, and what is seen of it. No other one is in the lane from `inLane.fromMs` on. */
export type Vehicle = {
  index: number;
  numbers: string[];
  inLane: Span;
  /** When the last station and the scanner have seen it. */
  leftMs: number;
  /** When its numbers are in view; null where no camera notices them. */
  reading: Span | null;
  readingResult: "read" | "unread" | "misread";
  messages: Message[];
  /** Loads that the stations see of it: each notices it or not, and sees two where something hides it. */
  loads: SeenLoad[];
  /** Pictures of a scanner further on. */
  pictures: number[];
};

export type GateSchedule = {
  seed: number;
  kind: GateKind;
  hasPositions: boolean;
  stations: Stations;
  vehicles: Vehicle[];
  /** Times without pictures, by station. */
  gaps: { station: string; span: Span }[];
  /** `isKill`: the agent has no time to keep what it knows. */
  restart: { atMs: number; downMs: number } | null;
  /** The time that reading a picture takes. */
  readingMs: number;
  /** The usual times to the stations further on, as a technician has guessed them; empty where none are configured. */
  guessed: Partial<Record<string, Times>>;
};

/** Time from when a vehicle has left the stations until the scanner takes its picture. */
const PICTURE_MS = [500, 8_000] as const;
/** About how long after its number the scanner takes the picture of most vehicles. */
const SCANNED_MS = [10_000, 40_000] as const;
/** A gate system announces a vehicle when the one before has left for a moment. */
const LEAST_GAP_MS = { camera: 300, message: 1_200 };

const KINDS: [GateKind, ...GateKind[]] = [
  "camera-before",
  "camera-beside",
  "camera-and-message",
  "message-before",
  "message-beside",
  "message-after",
];

const isCameraOnly = (kind: GateKind) => kind === "camera-before" || kind === "camera-beside";

/** The schedule of a seed: about ten vehicles, in some eighty, many of them close together. */
export function makeGateSchedule(seed: number, breaksFacts = false): GateSchedule {
  const random = createRandom(seedOf(seed, 79));
  const kind = random.pick(KINDS);
  const hasPositions = random.chance(0.2);
  const stations = layOutStations(random, hasPositions);
  const lane = { kind, hasPositions, stations, lateShare: random.pick([0, 0, 0.2, 1]) };
  const vehicles: Vehicle[] = [];
  let freeMs = 10_000;
  const count = random.chance(0.1) ? 80 : 6 + random.below(10);
  for (let index = 0; index < count; index += 1) {
    const gapMs = random.chance(0.3)
      ? between(random, LEAST_GAP_MS[isCameraOnly(kind) ? "camera" : "message"], 3_000)
      : between(random, 4_000, 90_000);
    const vehicle = drawVehicle(random, { ...lane, index, fromMs: freeMs + gapMs });
    vehicles.push(vehicle);
    freeMs = vehicle.inLane.toMs;
  }
  const atMs = between(random, 0, freeMs);
  const restart = random.chance(0.2) ? { atMs, downMs: between(random, 2_000, 40_000) } : null;
  const gaps = drawGaps(random, stations, freeMs);
  // A lone number is taken for that of the only container: where there are two, both must be seen.
  const readingMs = hasPositions ? random.pick([100, 600]) : random.pick([100, 1_000, 8_000]);
  const exit = { sinceNumberMs: null, sinceLeftMs: guess(random, EXIT_MS) };
  const scanner = { sinceNumberMs: guess(random, SCANNED_MS), sinceLeftMs: guess(random, PICTURE_MS) };
  const guessed = random.chance(0.5) ? { exit, "x-ray": scanner } : {};
  return {
    seed,
    kind,
    hasPositions,
    stations,
    vehicles: breaksFacts ? vehicles : keepFacts(vehicles, { kind, gaps, restart, readingMs }),
    gaps,
    restart,
    readingMs,
    guessed,
  };
}

/** Half to twice the time that is usual. */
const guess = (random: Random, [least, most]: readonly [number, number]) =>
  between(random, 0.5, 2) * ((least + most) / 2);

/** A camera that reconnects, or a busy machine, gives no pictures for some seconds. */
function drawGaps(random: Random, { list }: Stations, endMs: number): GateSchedule["gaps"] {
  if (random.chance(0.5)) return [];
  return Array.from({ length: 1 + random.below(4) }, () => {
    const fromMs = between(random, 0, endMs);
    return { station: random.pick(list), span: { fromMs, toMs: fromMs + between(random, 1_000, 20_000) } };
  });
}

type Draw = {
  index: number;
  kind: GateKind;
  hasPositions: boolean;
  stations: Stations;
  /** The share of the vehicles that are announced when they have left. */
  lateShare: number;
  fromMs: number;
};

function drawVehicle(random: Random, draw: Draw): Vehicle {
  const { index, kind, hasPositions, stations, fromMs } = draw;
  const stayMs = random.chance(0.3) ? between(random, 20_000, 120_000) : between(random, 5_000, 12_000);
  const isBefore = kind.endsWith("before");
  const loadFromMs = fromMs + (isBefore ? between(random, 6_000, 9_000) : between(random, 0, 1_000));
  const load = { fromMs: loadFromMs, toMs: loadFromMs + stayMs };
  const { loads, leftMs: loadsLeftMs } = drawLoads(random, stations, load);
  // Some numbers are at the end of the vehicle: the next one comes into view soon after.
  const isLast = random.chance(0.3);
  const besideFromMs = isLast ? load.toMs - between(random, 1_500, 4_000) : load.fromMs + between(random, 200, 2_000);
  const seenFromMs = isBefore ? fromMs : besideFromMs;
  const seen = { fromMs: seenFromMs, toMs: seenFromMs + between(random, 1_500, 4_000) };
  const pictures = random.chance(0.3) ? [loadsLeftMs + between(random, ...PICTURE_MS)] : [];
  const leftMs = Math.max(loadsLeftMs, seen.toMs, ...pictures);
  const messages = isCameraOnly(kind) ? [] : drawMessages(random, { ...draw, seen, leftMs });
  return {
    index,
    numbers: hasPositions ? [`CSQU${index}A`, `CSQU${index}B`] : [`CSQU${index}A`],
    inLane: { fromMs, toMs: Math.max(leftMs, ...messages.map(({ atMs }) => atMs)) },
    leftMs,
    reading: kind.startsWith("camera") && !random.chance(0.03) ? seen : null,
    readingResult: random.chance(0.1) ? "unread" : random.chance(0.01) ? "misread" : "read",
    messages,
    loads,
    pictures,
  };
}

/** Announcements of all containers at once or one by one, some of them late, repeated or missing. */
function drawMessages(
  random: Random,
  { kind, hasPositions, lateShare, seen, leftMs }: Draw & { seen: Span; leftMs: number },
): Message[] {
  if (random.chance(0.05)) return [];
  const lateMs = leftMs + between(random, 500, 15_000);
  const isLate = kind === "message-after" || random.chance(lateShare);
  const firstMs = isLate ? lateMs : kind === "message-before" ? seen.fromMs : seen.toMs;
  const isOneByOne = hasPositions && random.chance(0.5);
  const secondMs = firstMs + between(random, 500, 4_000);
  const messages = isOneByOne
    ? [
        { atMs: firstMs, indexes: [0] },
        { atMs: isLate ? secondMs : Math.min(secondMs, leftMs), indexes: [1] },
      ]
    : [{ atMs: firstMs, indexes: hasPositions ? [0, 1] : [0] }];
  const isRepeated = random.chance(0.05);
  return isRepeated ? [...messages, { atMs: lateMs + 5_000, indexes: messages[0]?.indexes ?? [] }] : messages;
}
