import type { Picture } from "../base/pictures/picture.ts";
import type { Line } from "./arrange-lines.ts";
import type { Explanation } from "./candidate-chances.ts";
import type { Character } from "./find-characters.ts";
import type { Proposal } from "./propose-readings.ts";
import { rectifyLine } from "./rectify-line.ts";
import { type Columns, readColumns, scoreText } from "./score-line.ts";
import type { Strip, StripSize } from "./strip.ts";

/** A network that reads lines, as far as the reading of a picture uses it. */
export type LineVoter = {
  strip: StripSize;
  readStrips(strips: readonly Strip[]): Promise<Columns[]>;
};

/** Numbers in question at a place, as the networks see them, and what each network reads there by itself. */
export type Confirmed = {
  explanations: Explanation[];
  /** `voter` is the place of the reader of lines, or `CHARACTERS`. */
  votes: { voter: number; text: string }[];
  /** The characters that were found there. */
  characters: Character[];
};

/** The detector of characters as a voter. */
const CHARACTERS = -1;
/** Natural logarithm by which the characters may rate a number below their own best for it to be agreed. */
const AGREED_WITHIN_LOG = 1;
/** Natural logarithm by which the characters rate a number that they do not spell, below the least that they do. */
const UNSPELLED_LOG = -3;
/** The same where they spell none. */
const NONE_SPELLED_LOG = -15;
/** Natural logarithm below which a line whose characters spell no number is other text to the last reader. */
const LEAST_READ_LOG = -25;

/** Reads a place with one reader of lines; a line that was read before is not read again. */
export type ReadPlace = (lines: readonly Line[]) => Promise<Columns>;

/** Returns a function that reads lines of one picture with a network. */
export function createPlaceReader(picture: Picture, voter: LineVoter): ReadPlace {
  const { strip } = voter;
  const read = new Map<string, Columns>();
  const names = new Map<Character, number>();
  const nameOf = (character: Character | undefined): number => {
    if (!character) return -1;
    if (!names.has(character)) names.set(character, names.size);
    return names.get(character) ?? -1;
  };
  return async (lines) => {
    const wanted = lines.map((line, at) => {
      // Only the last line may go on: a check digit is read last.
      const beyondHeights = at === lines.length - 1 ? (strip.beyondHeights ?? 0) : 0;
      const { characters, isRow } = line;
      const key = [isRow, nameOf(characters[0]), nameOf(characters.at(-1)), beyondHeights].join(" ");
      return { key, line, size: { ...strip, beyondHeights } };
    });
    const unread = wanted.filter(({ key }) => !read.has(key));
    const columns =
      unread.length === 0
        ? []
        : await voter.readStrips(unread.map(({ line, size }) => rectifyLine(picture, line, size)));
    for (const [at, { key }] of unread.entries()) read.set(key, columns[at] ?? []);
    return wanted.flatMap(({ key }) => read.get(key) ?? []);
  };
}

/** Reads the lines of a place with all readers of lines; null where it holds no number. */
export async function confirmReading(
  { lines, characters, texts: spelled, logScore }: Proposal,
  readers: readonly ReadPlace[],
): Promise<Confirmed | null> {
  const texts = new Map(spelled.map(({ text, logScore: log }) => [text, log]));
  const unspelled = texts.size === 0 ? NONE_SPELLED_LOG : Math.min(...texts.values()) + UNSPELLED_LOG;
  const likely = spelled.filter(({ logScore: log }) => (logScore ?? -Infinity) - log <= AGREED_WITHIN_LOG);
  const votes = likely.map(({ text }) => ({ voter: CHARACTERS, text }));
  const columns: Columns[] = [];
  // The last reader is the one that needs the characters least.
  for (const [voter, reader] of [...readers.entries()].toReversed()) {
    const ofReader = await reader(lines);
    const best = readColumns(ofReader, texts.size === 0 ? LEAST_READ_LOG : undefined);
    columns.unshift(ofReader);
    if (!best && texts.size === 0) return null;
    if (!best) continue;
    votes.push({ voter, text: best.text });
    if (!texts.has(best.text)) texts.set(best.text, unspelled);
  }
  const explanations = [...texts].map(([text, charactersLog]) => ({
    text,
    charactersLog,
    linesLogs: columns.map((ofReader) => scoreText(ofReader, text)),
  }));
  return { explanations, votes, characters };
}
