import type { Picture } from "../base/pictures/picture.ts";
import { resizeBilinear } from "../base/pictures/resize-bilinear.ts";
import { arrangeLines, type Line } from "./arrange-lines.ts";
import { type NumberCandidate, weighCandidates } from "./candidate-chances.ts";
import { type Character, findCharacters, withoutDoubles } from "./find-characters.ts";
import { findSizeTypes, isReadBy, withoutSizeTypes } from "./find-size-types.ts";
import { rectifyLine } from "./rectify-line.ts";
import { type Columns, readColumns, scoreText } from "./score-line.ts";
import { boundNumber, searchNumber } from "./search-number.ts";
import type { Strip, StripSize } from "./strip.ts";

/** The two networks, as far as the reading of a picture uses them. */
export type ReadingNetworks = {
  /** Finds the characters of a picture; rows and columns are a quarter of its size. */
  findCharacters(picture: Picture): Promise<{ data: Float32Array; rows: number; columns: number }>;
  /** The size of the strips that the reader of lines takes. */
  strip: StripSize;
  readStrips(strips: readonly Strip[]): Promise<Columns[]>;
};

/** One place of a picture that holds a number, with its candidates, best first. */
export type NumberPlace = {
  candidates: NumberCandidate[];
  /** The characters that spell the best candidate, in its order. */
  characters: Character[];
  /** True if both networks read the best candidate by themselves, or the characters make it as likely as their own. */
  isAgreed: boolean;
  /** Probability that the place shows the best candidate, and neither another one nor something else, 0..1. */
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
 * form of a number. Of 3,400 numbers that were read rightly in drawings of the development set, the least likely had
 * -11.8, one in a hundred less than -4.9.
 */
const LEAST_LIKELY_LOG = -12;
/** Natural logarithm by which the characters may rate a number below their own best for it to be agreed. */
const AGREED_WITHIN_LOG = 1;

/** The places of a picture that hold a container number, the most certain first. */
export async function readNumbers(picture: Picture, networks: ReadingNetworks): Promise<NumberPlace[]> {
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
  networks: ReadingNetworks,
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

async function charactersOf(picture: Picture, networks: ReadingNetworks): Promise<Character[]> {
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
    .map((lines) => ({ lines, bound: boundNumber(lines) }))
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
  const texts = searchNumber(lines);
  const [best] = texts;
  if (!best) return [];
  const used = new Set(best.used);
  const kept = lines.map((line) => ({ ...line, characters: line.characters.filter((one) => used.has(one)) }));
  return [{ lines: kept, characters: best.used, texts, logScore: best.logScore }];
}

/** Reads the lines of a place with the second network, and compares. */
async function confirm(picture: Picture, reading: Reading, networks: ReadingNetworks): Promise<NumberPlace | null> {
  const strips = reading.lines.map((line) => rectifyLine(picture, line, networks.strip));
  const columns = (await networks.readStrips(strips)).flat();
  const read = readColumns(columns);
  const texts = new Map(reading.texts.map(({ text, logScore }) => [text, logScore]));
  const least = Math.min(...texts.values());
  if (read && !texts.has(read.text)) texts.set(read.text, least - 3);
  const candidates = weighCandidates(
    [...texts].map(([text, charactersLog]) => ({ text, charactersLog, linesLog: scoreText(columns, text) })),
  );
  const [best] = candidates;
  if (!best) return null;
  const isAgreed = read?.text === best.text && reading.logScore - best.charactersLog <= AGREED_WITHIN_LOG;
  return { candidates, characters: reading.characters, isAgreed, confidence: best.chance, sizeType: null };
}
