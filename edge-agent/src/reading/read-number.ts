import type { Picture } from "../inference/letterbox.ts";
import type { NumberNetworks } from "../inference/number-networks.ts";
import { resizeBilinear } from "../inference/resize-bilinear.ts";
import { arrangeLines, type Line } from "./arrange-lines.ts";
import { type Character, findCharacters, withoutDoubles } from "./find-characters.ts";
import { findSizeTypes, isReadBy, withoutSizeTypes } from "./find-size-types.ts";
import { rectifyLine } from "./rectify-line.ts";
import { readColumns, scoreText } from "./score-line.ts";
import { boundNumber, searchNumber } from "./search-number.ts";

/** A container number that may stand in a picture. */
type NumberCandidate = {
  text: string;
  /** Natural logarithms: by the characters, and by the lines; both up to constants of this place in the picture. */
  charactersLog: number;
  linesLog: number;
};

/** One place of a picture that holds a number, with what may stand there, best first. */
export type NumberPlace = {
  candidates: NumberCandidate[];
  /** The characters that spell the best candidate, in its order. */
  characters: Character[];
  /** Whether both networks read the same number, each by itself. */
  isAgreed: boolean;
  /** How likely the best candidate is among all of them, 0..1. */
  confidence: number;
  /** The size-type code beside it, where both networks read the same one. */
  sizeType: string | null;
};

/** The detector knows characters of 10 to 60 pixels: larger ones are found in a smaller picture. */
const SCALES = [1, 0.5, 0.25] as const;
const MIN_SIDE_PIXELS = 160;
const MAX_SIDE_PIXELS = 1_600;
const MINIMUM_SCORE = 0.2;
/** A picture full of characters has thousands of readings, and searching one takes milliseconds. */
const MAX_SEARCHED = 40;
/**
 * A number that the characters make less likely (natural logarithm) is other text, such as weights, forced into the
 * form of a number. Of 415 numbers in drawings of the development set, the least likely had -10.1.
 */
const LEAST_LIKELY_LOG = -12;

/** The places of a picture that hold a container number, the most certain first. */
export async function readNumbers(picture: Picture, networks: NumberNetworks): Promise<NumberPlace[]> {
  const characters = await charactersOf(picture, networks);
  const readings = mostLikely(arrangeLines(withoutSizeTypes(characters))).flatMap((lines) => readCharacters(lines));
  const places: NumberPlace[] = [];
  for (const reading of readings.toSorted((a, b) => b.logScore - a.logScore)) {
    if (reading.logScore < LEAST_LIKELY_LOG) break;
    if (places.some((place) => place.characters.some((character) => reading.characters.includes(character)))) continue;
    const place = await confirm(picture, reading, networks);
    if (place) places.push(place);
    if (places.length === 4) break;
  }
  await readSizeTypes(picture, characters, places, networks);
  return places.toSorted((a, b) => b.confidence - a.confidence);
}

async function readSizeTypes(
  picture: Picture,
  characters: readonly Character[],
  places: readonly NumberPlace[],
  networks: NumberNetworks,
): Promise<void> {
  const found = findSizeTypes(
    characters,
    places.map((place) => place.characters),
  );
  if (found.length === 0) return;
  const columns = await networks.readStrips(found.map(({ line }) => rectifyLine(picture, line, networks.strip)));
  for (const [index, { place, text }] of found.entries()) {
    const holder = places[place];
    if (holder && isReadBy(columns[index] ?? [], text)) holder.sizeType = text;
  }
}

async function charactersOf(picture: Picture, networks: NumberNetworks): Promise<Character[]> {
  const found: Character[] = [];
  const longest = Math.max(picture.widthPixels, picture.heightPixels);
  const largest = Math.min(1, MAX_SIDE_PIXELS / longest);
  for (const scale of SCALES.map((share) => share * largest)) {
    if (scale < largest && longest * scale < MIN_SIDE_PIXELS) continue;
    const output = await networks.findCharacters(scale === 1 ? picture : resized(picture, scale));
    found.push(...findCharacters(output, { scale, minimumScore: MINIMUM_SCORE }));
  }
  return withoutDoubles(found);
}

function resized(picture: Picture, scale: number): Picture {
  const widthPixels = Math.max(1, Math.round(picture.widthPixels * scale));
  const heightPixels = Math.max(1, Math.round(picture.heightPixels * scale));
  const rgb = new Uint8Array(widthPixels * heightPixels * 3);
  resizeBilinear(picture, { widthPixels, heightPixels }, (y, row) => rgb.set(row, y * widthPixels * 3));
  return { rgb, widthPixels, heightPixels };
}

/** The readings that may score highest. */
function mostLikely(readings: readonly Line[][]): Line[][] {
  return readings
    .map((lines) => ({ lines, bound: boundNumber(lines.flatMap(({ characters }) => characters)) }))
    .toSorted((a, b) => b.bound - a.bound)
    .slice(0, MAX_SEARCHED)
    .map(({ lines }) => lines);
}

type Reading = {
  lines: Line[];
  characters: Character[];
  texts: { text: string; logScore: number }[];
  logScore: number;
};

/** The best numbers in lines that are read one after the other; those of one place, so at most one reading. */
function readCharacters(lines: readonly Line[]): Reading[] {
  const all = lines.flatMap(({ characters }) => characters);
  const texts = searchNumber(all);
  const [best] = texts;
  if (!best) return [];
  const used = new Set(best.used.map((index) => all[index]));
  const kept = lines.map((line) => ({ ...line, characters: line.characters.filter((one) => used.has(one)) }));
  const characters = best.used.flatMap((index) => all[index] ?? []);
  return [{ lines: kept.filter((line) => line.characters.length > 0), characters, texts, logScore: best.logScore }];
}

/** Reads the lines of a place with the second network, and compares. */
async function confirm(picture: Picture, reading: Reading, networks: NumberNetworks): Promise<NumberPlace | null> {
  const strips = reading.lines.map((line) => rectifyLine(picture, line, networks.strip));
  const columns = (await networks.readStrips(strips)).flat();
  const read = readColumns(columns);
  const texts = new Map(reading.texts.map(({ text, logScore }) => [text, logScore]));
  const least = Math.min(...texts.values());
  if (read && !texts.has(read.text)) texts.set(read.text, least - 3);
  const candidates = [...texts].map(([text, charactersLog]) => ({
    text,
    charactersLog,
    linesLog: scoreText(columns, text),
  }));
  const sorted = candidates.toSorted((a, b) => totalOf(b) - totalOf(a));
  const [best] = sorted;
  if (!best) return null;
  const sum = sorted.reduce((total, candidate) => total + Math.exp(totalOf(candidate) - totalOf(best)), 0);
  const isAgreed = read?.text === best.text && reading.texts[0]?.text === best.text;
  return { candidates: sorted, characters: reading.characters, isAgreed, confidence: 1 / sum, sizeType: null };
}

const totalOf = ({ charactersLog, linesLog }: NumberCandidate): number => charactersLog + linesLog;
