import { addCounts, type DayCounts, emptyCounts, findingsOf, type HourCounts } from "./day-counts.ts";
import type { DriftSettings } from "../../config/drift-section.ts";

/** Compared measures, in the order in which they are listed everywhere. */
export const driftMeasures = ["confidence", "unlike", "empty", "classes", "missing", "sharpness", "exposure"] as const;
export type DriftMeasure = (typeof driftMeasures)[number];

/** Difference between one day and the reference in one measure. */
export type Reading = {
  /** Mean confidence, share, distance or count (the reference is 0), grey levels of sharpness, or level. */
  reference: number;
  now: number;
  /** Signed; for sharpness the logarithm of the ratio. */
  change: number;
};

/** Usual counts by the kind of day and the hour. */
export type Reference = {
  totals: ReadonlyMap<string, HourCounts>;
  /**
   * Distance from the reference that a day must have to differ, by measure; null if the reference has too little data.
   */
  limits: Record<DriftMeasure, number | null>;
};

/** An hour with less on either side is not compared. */
const LEAST_PER_HOUR = 10;
/** Fewer days show no usual spread. */
const LEAST_DAYS = 5;
/** Number of standard deviations of the reference's days beyond which a day is unusual. */
const DEVIATIONS = 6;
/** A class of which less than this part of the usual is found is missing. */
const MISSING_BELOW = 0.1;
/** Change of the share of pictures that are unlike those that the model was trained on. */
const LEAST_UNLIKE = 0.1;
/** One class is more than this. */
const LEAST_MISSING = 0.5;

type Values = { count: (hour: HourCounts) => number; value: (hour: HourCounts) => number };
/** The measures that have one value for each hour. */
const byHour: Record<Exclude<DriftMeasure, "classes" | "missing">, Values> = {
  confidence: { count: findingsOf, value: (hour) => hour.confidenceSum / findingsOf(hour) },
  unlike: { count: ({ judged }) => judged, value: ({ unlike, judged }) => unlike / judged },
  empty: { count: ({ moving }) => moving, value: ({ empty, moving }) => empty / moving },
  sharpness: { count: ({ looks }) => looks, value: ({ sharpnessLogSum, looks }) => sharpnessLogSum / looks },
  exposure: { count: ({ looks }) => looks, value: ({ exposureSum, looks }) => exposureSum / looks },
};

/**
 * Learns the usual values from some days. The limit of a measure is its setting or, if the days of the reference
 * differ much among themselves, a value that none of them would reach: each is compared with the others, the most
 * distant one is left out, and the limit lies six standard deviations above their mean distance.
 */
export function learnReference(days: readonly DayCounts[], settings: DriftSettings): Reference {
  const totals = new Map<string, HourCounts>();
  for (const day of days) addDay(totals, day, settings, 1);
  const distances = days.map((day) => {
    addDay(totals, day, settings, -1);
    const readings = readDay(day, totals, settings);
    addDay(totals, day, settings, 1);
    return readings;
  });
  const limitOf = (measure: DriftMeasure): number | null => {
    const usual = distances.flatMap((readings) => {
      const reading = readings[measure];
      return reading ? [Math.abs(reading.change)] : [];
    });
    if (usual.length < LEAST_DAYS) return null;
    return Math.max(leastChange(measure, settings), spreadLimit(usual));
  };
  return { totals, limits: mapMeasures(limitOf) };
}

/** Compares a day with the same hours of the same kind of day; null where there is too little to compare. */
export function readDay(
  day: DayCounts,
  totals: Reference["totals"],
  settings: DriftSettings,
): Record<DriftMeasure, Reading | null> {
  const pairs = pairHours(day, totals, settings);
  const classes = compareClasses(pairs);
  return mapMeasures((measure) => {
    if (measure === "classes") return readClasses(classes, settings, jensenShannonDistance);
    if (measure === "missing") return readClasses(classes, settings, (known) => missingOf(known, settings).length);
    return readHours(pairs, byHour[measure], settings.minimumLooks, measure === "sharpness");
  });
}

type Pair = { now: HourCounts; reference: HourCounts };

function pairHours(day: DayCounts, totals: Reference["totals"], settings: DriftSettings): Pair[] {
  return [...day.hours].flatMap(([hour, now]) => {
    const reference = totals.get(keyOf(day.day, hour, settings));
    return reference ? [{ now, reference }] : [];
  });
}

/**
 * The median of the hours' differences, each weighted by the day's count: an hour at dusk, which the season makes
 * darker, moves it as little as an unusual hour does.
 */
function readHours(
  pairs: readonly Pair[],
  { count, value }: Values,
  minimum: number,
  isLogarithm: boolean,
): Reading | null {
  const compared = pairs
    .filter(({ now, reference }) => count(now) >= LEAST_PER_HOUR && count(reference) >= LEAST_PER_HOUR)
    .map(({ now, reference }) => {
      const usual = value(reference);
      return { weight: count(now), usual, difference: value(now) - usual };
    });
  const weight = compared.reduce((sum, one) => sum + one.weight, 0);
  if (weight < minimum) return null;
  const change = weightedMedian(compared, weight);
  const usual = compared.reduce((sum, one) => sum + one.usual * one.weight, 0) / weight;
  const shown = (level: number) => (isLogarithm ? Math.exp(level) : level);
  return { reference: shown(usual), now: shown(usual + change), change };
}

function weightedMedian(compared: readonly { weight: number; difference: number }[], weight: number): number {
  let below = 0;
  for (const one of compared.toSorted((a, b) => a.difference - b.difference)) {
    below += one.weight;
    if (below >= weight / 2) return one.difference;
  }
  return 0;
}

type ClassShare = { className: string; reference: number; now: number };
type Classes = { total: number; shares: ClassShare[] };

function readClasses(
  classes: Classes,
  { minimumLooks }: DriftSettings,
  valueOf: (classes: Classes) => number,
): Reading | null {
  if (classes.total < minimumLooks) return null;
  const now = valueOf(classes);
  return { reference: 0, now, change: now };
}

/** The shares of the classes on a day, and those of the reference at the same hours with as many findings. */
function compareClasses(pairs: readonly Pair[]): Classes {
  const compared = pairs.filter(({ reference }) => findingsOf(reference) >= LEAST_PER_HOUR);
  const shares = new Map<string, ClassShare>();
  const add = (name: string, part: "reference" | "now", count: number) => {
    const share = shares.get(name) ?? { className: name, reference: 0, now: 0 };
    share[part] += count;
    shares.set(name, share);
  };
  let total = 0;
  for (const { now, reference } of compared) {
    const [found, usual] = [findingsOf(now), findingsOf(reference)];
    total += found;
    for (const [name, count] of Object.entries(now.classes)) add(name, "now", count);
    for (const [name, count] of Object.entries(reference.classes)) add(name, "reference", (count / usual) * found);
  }
  const normal = [...shares.values()].map(({ className, reference, now }) => ({
    className,
    reference: reference / total,
    now: now / total,
  }));
  return { total, shares: normal };
}

/** Classes of which half of `minimumLooks` findings are usual on such a day, and not a tenth of that was found. */
function missingOf({ total, shares }: Classes, { minimumLooks }: DriftSettings): ClassShare[] {
  return shares.filter(
    ({ reference, now }) => reference * total >= minimumLooks / 2 && now < reference * MISSING_BELOW,
  );
}

/** The shares of the classes on a day beside the usual ones, those that changed most first. */
export function classShares(day: DayCounts, totals: Reference["totals"], settings: DriftSettings): ClassShare[] {
  const { total, shares } = compareClasses(pairHours(day, totals, settings));
  if (total === 0) return [];
  return shares.toSorted((a, b) => Math.abs(b.now - b.reference) - Math.abs(a.now - a.reference));
}

/** The square root of the Jensen–Shannon divergence with base 2 (Lin, 1991; Endres and Schindelin, 2003), 0 to 1. */
function jensenShannonDistance({ shares }: Classes): number {
  const divergence = (share: number, middle: number) => (share > 0 ? share * Math.log2(share / middle) : 0);
  const sum = shares.reduce((total, { reference, now }) => {
    const middle = (reference + now) / 2;
    return total + (divergence(reference, middle) + divergence(now, middle)) / 2;
  }, 0);
  return Math.sqrt(Math.max(0, sum));
}

/** Above what usual days reach; the most distant of them is left out, so that one odd day does not hide all others. */
function spreadLimit(distances: readonly number[]): number {
  const usual = distances.toSorted((a, b) => a - b).slice(0, -1);
  const mean = usual.reduce((sum, each) => sum + each, 0) / usual.length;
  const variance = usual.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (usual.length - 1);
  return mean + DEVIATIONS * Math.sqrt(variance);
}

function leastChange(measure: DriftMeasure, settings: DriftSettings): number {
  if (measure === "confidence") return settings.confidenceChange;
  if (measure === "unlike") return LEAST_UNLIKE;
  if (measure === "empty") return settings.emptyChangePercent / 100;
  if (measure === "classes") return settings.classesDistance;
  if (measure === "missing") return LEAST_MISSING;
  if (measure === "sharpness") return -Math.log(1 - settings.sharpnessChangePercent / 100);
  return settings.exposureChangeLevels;
}

/** Hours are compared with the same hour of the same kind of day. */
function keyOf(day: string, hour: number, { weekendDays }: DriftSettings): string {
  const isWeekend = weekendDays.includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  return `${isWeekend ? "weekend" : "workday"} ${hour}`;
}

function addDay(totals: Map<string, HourCounts>, day: DayCounts, settings: DriftSettings, sign: 1 | -1): void {
  for (const [hour, counts] of day.hours) {
    const key = keyOf(day.day, hour, settings);
    const total = totals.get(key) ?? emptyCounts();
    addCounts(total, counts, sign);
    totals.set(key, total);
  }
}

function mapMeasures<Value>(of: (measure: DriftMeasure) => Value): Record<DriftMeasure, Value> {
  return {
    confidence: of("confidence"),
    unlike: of("unlike"),
    empty: of("empty"),
    classes: of("classes"),
    missing: of("missing"),
    sharpness: of("sharpness"),
    exposure: of("exposure"),
  };
}
