import { logSum } from "./candidate-chances.ts";
import type { Character } from "./find-characters.ts";
import type { NumberPlace } from "./number-place.ts";

/** One look of one camera at a place that holds a number; `capturedAtMs` is the time of its picture. */
export type NumberLook = { cameraId: string; capturedAtMs: number; place: NumberPlace };

/** A number as all looks at it read it together. */
export type FusedNumber = {
  text: string;
  /** Probability of it among all numbers considered, 0..1. */
  confidence: number;
  /** The other numbers that came into question, best first. */
  alternatives: { text: string; confidence: number }[];
  /** The looks that it was read from, the most certain first. */
  looks: NumberLook[];
  /** The size-type code that most of the looks with a code show. */
  sizeType: string | null;
};

export type Reading =
  | { kind: "read"; number: FusedNumber }
  /** - `disagreement`: in no look both networks read the same number
   *  - `uncertain`: its confidence is too low */
  | { kind: "abstained"; reason: "disagreement" | "uncertain"; number: FusedNumber };

export type FuseSettings = {
  /** Numbers that are awaited here. */
  expected: ReadonlySet<string>;
  /** A number with less is not read. */
  minimumConfidence: number;
};

/** Probability that a look shows a number that is none of its candidates, however clear it seems. Estimate. */
const ELSE = 0.01;
/** Log probability that such a number is a given one, which other looks show: networks err in few ways. Estimate. */
const GIVEN_LOG = Math.log(0.01);
/** Log probability from which a look may show the number of a group. */
const SAME_LOG = Math.log(1e-3);
/** Odds of an awaited number against another one that looks as likely. Estimate. */
const EXPECTED_ODDS = 20;
/** Within this time, and this many character heights, a camera cannot see two numbers at one place. Estimate. */
const [SAME_PLACE_MS, SAME_PLACE_HEIGHTS] = [1_000, 2];
/**
 * Pictures of one camera repeat each other's mistakes: a stain that makes an E of a B is in all of them. However many
 * there are, they count as this many, and `limitOf` them limits the confidence. Of 3,521 containers of the split
 * `validation`, in five frames each, one is read wrongly and 95.3 % rightly; without the limit eight are read wrongly,
 * and twenty if every picture counts in full as well.
 */
const INDEPENDENT_LOOKS = 2;

/**
 * The numbers that looks of one or several cameras show, the most certain first. Looks that may show the same number
 * are one, and so are looks of one camera at one place, of which some misread it: of each candidate, the logarithms of
 * its probabilities are added. Looks that show different numbers, as of two containers, are never added.
 */
export function fuseLooks(looks: readonly NumberLook[], settings: FuseSettings): Reading[] {
  const groups: Look[][] = [];
  const sorted = looks.toSorted((a, b) => b.place.confidence - a.place.confidence);
  for (const look of sorted.map(weighLook)) {
    const group = groups.find(([first]) => first && (mayBeSame(first, look) || isSamePlace(first, look)));
    if (group) group.push(look);
    else groups.push([look]);
  }
  return groups.map((group) => decide(fuse(group, settings), settings)).toSorted(byConfidence);
}

type Look = NumberLook & {
  /** Natural logarithms of how likely the look shows each candidate, and one given number that is none of them. */
  chances: ReadonlyMap<string, number>;
  otherLog: number;
};

function weighLook(look: NumberLook): Look {
  const { candidates } = look.place;
  const none = 1 - candidates.reduce((sum, { chance }) => sum + chance, 0);
  return {
    ...look,
    chances: new Map(candidates.map(({ text, chance }) => [text, Math.log((1 - ELSE) * chance)])),
    otherLog: Math.log(ELSE + (1 - ELSE) * Math.max(0, none)) + GIVEN_LOG,
  };
}

/** Returns a function that gives the weight of each look at one number. */
function weighLooks(looks: readonly NumberLook[]): (look: NumberLook) => number {
  const counts = new Map<string, number>();
  for (const { cameraId } of looks) counts.set(cameraId, (counts.get(cameraId) ?? 0) + 1);
  return ({ cameraId }) => Math.min(1, INDEPENDENT_LOOKS / (counts.get(cameraId) ?? 1));
}

const chanceOf = ({ chances, otherLog }: Look, text: string): number =>
  Math.max(otherLog, chances.get(text) ?? otherLog);

const mayBeSame = (one: Look, other: Look): boolean =>
  [...one.chances].some(([text, log]) => log >= SAME_LOG && (other.chances.get(text) ?? -Infinity) >= SAME_LOG);

/** Returns true if two pictures of one camera show the same place: one number cannot have replaced another there. */
function isSamePlace(one: NumberLook, other: NumberLook): boolean {
  const apartMs = Math.abs(one.capturedAtMs - other.capturedAtMs);
  if (one.cameraId !== other.cameraId || apartMs === 0 || apartMs > SAME_PLACE_MS) return false;
  const [a, b] = [middleOf(one.place.characters), middleOf(other.place.characters)];
  return Math.hypot(a.x - b.x, a.y - b.y) <= SAME_PLACE_HEIGHTS * Math.min(a.height, b.height);
}

function middleOf(characters: readonly Character[]): { x: number; y: number; height: number } {
  const mean = (of: (character: Character) => number) =>
    characters.reduce((sum, character) => sum + of(character), 0) / characters.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y), height: mean(({ height }) => height) };
}

function fuse(group: readonly Look[], settings: FuseSettings): FusedNumber {
  const { expected } = settings;
  const weightOf = weighLooks(group);
  const texts = new Set(group.flatMap(({ chances }) => [...chances.keys()]));
  const totals = [...texts].map((text) => {
    const seen = group.reduce((sum, look) => sum + weightOf(look) * chanceOf(look, text), 0);
    return { text, total: seen + (expected.has(text) ? Math.log(EXPECTED_ODDS) : 0) };
  });
  // Any number that none of the looks thought of.
  const rest = group.reduce((sum, look) => sum + weightOf(look) * look.otherLog, 0) - GIVEN_LOG;
  const sum = logSum([...totals.map(({ total }) => total), rest]);
  const ranked = totals
    .map(({ text, total }) => ({ text, confidence: Math.exp(total - sum) }))
    .toSorted((a, b) => b.confidence - a.confidence);
  const [best, ...others] = ranked;
  if (!best) throw new Error("a place has at least one candidate");
  const share = Math.min(1, limitOf(best.text, group, settings) / best.confidence);
  const limited = ({ text, confidence }: typeof best) => ({ text, confidence: confidence * share });
  return {
    ...limited(best),
    alternatives: others.map(limited),
    sizeType: sizeTypeOf(group),
    looks: group.map(({ cameraId, capturedAtMs, place }) => ({ cameraId, capturedAtMs, place })),
  };
}

/** Null without a majority of the looks that show a code: a wrong one is worse than none. */
function sizeTypeOf(looks: readonly NumberLook[]): string | null {
  const codes = looks.flatMap(({ place: { sizeType } }) => sizeType ?? []);
  return codes.find((code) => codes.filter((other) => other === code).length > codes.length / 2) ?? null;
}

function decide(number: FusedNumber, { minimumConfidence }: FuseSettings): Reading {
  const isAgreed = number.looks.some(
    ({ place: { isAgreed: both, candidates } }) => both && candidates[0]?.text === number.text,
  );
  if (!isAgreed) return { kind: "abstained", reason: "disagreement", number };
  if (number.confidence < minimumConfidence) return { kind: "abstained", reason: "uncertain", number };
  return { kind: "read", number };
}

/**
 * Returns the maximum confidence that looks of one camera can give a number: that of the best one alone, whose odds of
 * being wrong grow with the square root of the number of looks, since the best of many is the likeliest to be so by
 * accident.
 */
function limitOf(text: string, looks: readonly Look[], { expected }: FuseSettings): number {
  if (new Set(looks.map(({ cameraId }) => cameraId)).size > 1) return 1;
  const chances = looks.map(({ place }) => place.candidates.find((one) => one.text === text)?.chance ?? 0);
  const most = Math.max(...chances);
  const right = most * (expected.has(text) ? EXPECTED_ODDS : 1);
  return right / (right + (1 - most) * Math.sqrt(looks.length));
}

const byConfidence = (a: Reading, b: Reading): number => b.number.confidence - a.number.confidence;
