import { countLook, type DayCounts, emptyCounts, type HourCounts } from "../day-counts.ts";

/** Change of a camera from a given day on. */
export type Change = {
  fromDay: number;
  /** Added to the confidence of every finding. */
  confidence?: number;
  /** Sharpness is multiplied by it. */
  sharpness?: number;
  exposure?: number;
  /** No longer found. */
  missingClass?: string;
  /** The share of loads that the model no longer finds. */
  missed?: number;
};

const CLASSES = ["carton", "drum", "pallet", "sack"];
const DAYS_PER_YEAR = 365;

/** Mulberry32: the same numbers for the same seed, on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The days of one camera at a gate: busy by day and quiet at night, a third of the traffic and another mix of goods on
 * weekends, closed days, weather that lasts some days and changes light, sharpness and confidence, days with unusual
 * goods, dusk that moves with the season, and lamps at night.
 */
export function* simulateCamera(seed: number, days: number, change?: Change): Generator<DayCounts> {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const traits = {
    loadsPerHour: 8 + 20 * random(),
    confidence: 0.7 + 0.15 * random(),
    sharpness: Math.exp(1 + 1.5 * random()),
    dayLevel: 100 + 40 * random(),
    nightLevel: 35 + 30 * random(),
    seasonStart: random() * DAYS_PER_YEAR,
    mix: CLASSES.map((_, index) => [4, 3, 2, 1][index] ?? 1),
  };
  let weather = 0;
  for (let day = 0; day < days; day++) {
    weather = 0.7 * weather + 0.7 * normal();
    const date = new Date(Date.UTC(2026, 0, 1 + day));
    const isWeekend = [0, 6].includes(date.getUTCDay());
    const isClosed = random() < 0.02;
    // Gamma-like factors: some days bring twice as much of one class.
    const mix = traits.mix.map((share, index) => share * (isWeekend && index > 1 ? 2 : 1) * Math.exp(0.25 * normal()));
    const season = Math.cos((2 * Math.PI * (day + traits.seasonStart)) / DAYS_PER_YEAR);
    const now = change !== undefined && day >= change.fromDay ? change : undefined;
    const hours = new Map<number, HourCounts>();
    for (let hour = 0; hour < 24; hour++) {
      const daylight = clamp((6 + 2 * season - Math.abs(hour - 12.5)) / 1.5 + 0.5);
      const busy = (hour >= 6 && hour < 20 ? 1 : 0.15) * (isWeekend ? 0.35 : 1) * (isClosed ? 0 : 1);
      const loads = Math.max(
        0,
        Math.round(traits.loadsPerHour * busy + Math.sqrt(traits.loadsPerHour * busy) * normal()),
      );
      hours.set(hour, simulateHour({ ...traits, mix, daylight, loads, weather, random, normal, now }));
    }
    yield { day: date.toISOString().slice(0, 10), hours };
  }
}

type HourParts = {
  confidence: number;
  sharpness: number;
  dayLevel: number;
  nightLevel: number;
  mix: number[];
  daylight: number;
  loads: number;
  weather: number;
  random: () => number;
  normal: () => number;
  now: Change | undefined;
};

function simulateHour(parts: HourParts): HourCounts {
  const { mix, daylight, loads, weather, random, normal, now } = parts;
  const counts = emptyCounts();
  const light = parts.nightLevel + daylight * (parts.dayLevel - parts.nightLevel) + 3 * weather * daylight;
  const look = (isMoving: boolean, findings: { className: string; confidence: number }[]) =>
    countLook(counts, {
      sharpness:
        parts.sharpness * (0.7 + 0.3 * daylight) * Math.exp(0.04 * weather + 0.1 * normal()) * (now?.sharpness ?? 1),
      exposure: clamp((light + 6 * normal() + (now?.exposure ?? 0)) / 255) * 255,
      isMoving,
      findings,
      isUnlike: null,
    });
  for (let load = 0; load < loads; load++) {
    const className = pick(mix, random);
    const isFound = random() > 0.05 + (now?.missed ?? 0) && className !== now?.missingClass;
    const certainty = parts.confidence - 0.04 * (1 - daylight) + 0.008 * weather + 0.07 * normal();
    // A load stays in view for some looks, which resemble each other.
    const looks = 2 + Math.floor(random() * 4);
    for (let each = 0; each < looks; each++) {
      const confidence = clamp(certainty + 0.02 * normal() + (now?.confidence ?? 0));
      look(true, isFound && confidence >= 0.25 ? [{ className, confidence }] : []);
    }
  }
  // People, shadows and rain move, and are no load; the rest of the hour is looked at now and then.
  const passing = Math.round((2 + Math.max(0, weather)) * random() * (loads > 0 ? 2 : 1));
  for (let each = 0; each < passing; each++) look(true, []);
  for (let each = 0; each < 12; each++) look(false, []);
  return counts;
}

function pick(weights: readonly number[], random: () => number): string {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return CLASSES[index] ?? "carton";
  }
  return "carton";
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
