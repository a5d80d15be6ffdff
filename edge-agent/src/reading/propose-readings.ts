import { arrangeLines, type Line } from "./arrange-lines.ts";
import type { Character } from "./find-characters.ts";
import { NUMBER_LENGTH } from "./number-grammar.ts";
import { boundNumber, searchNumber } from "./search-number.ts";
import { certaintyOf } from "./weigh-characters.ts";

/** Lines of a picture that may hold a number, and the numbers that their characters spell. */
export type Proposal = {
  lines: Line[];
  characters: Character[];
  texts: { text: string; logScore: number }[];
  /** Natural logarithm of how well the best text explains the characters; null where they spell no number. */
  logScore: number | null;
};

export type Proposals = { spelled: Proposal[]; incomplete: Proposal[] };

/** A picture full of characters has thousands of readings, and searching one takes milliseconds. */
const MAX_SEARCHED = 40;
/**
 * A number that the characters make less likely (natural logarithm) is other text, such as weights, forced into the
 * form of a number. Of 3,400 numbers that were read rightly in drawings of the development set, the least likely had
 * -11.8, one in a hundred less than -4.9.
 */
const LEAST_LIKELY_LOG = -12;
/** Characters that the detector must have found of a number that only readers of lines can spell. */
const LEAST_FOUND = 6.5;
const [OWNER_LENGTH, LETTERS_FROM] = [4, 10];

/**
 * The places of a picture that may hold a number, the likeliest first: those whose characters spell a valid one, and
 * those in which only most of a number's characters were found, or one is mistaken.
 */
export function proposeReadings(characters: readonly Character[]): Proposals {
  const arranged = arrangeLines(characters, Math.ceil(LEAST_FOUND));
  return { spelled: proposeSpelled(arranged), incomplete: proposeIncomplete(arranged) };
}

function proposeSpelled(arranged: readonly Line[][]): Proposal[] {
  return arranged
    .filter((lines) => countOf(lines) >= NUMBER_LENGTH)
    .map((lines) => ({ lines, bound: boundNumber(lines) }))
    .filter(({ bound }) => bound >= LEAST_LIKELY_LOG)
    .toSorted((a, b) => b.bound - a.bound)
    .slice(0, MAX_SEARCHED)
    .flatMap(({ lines }) => spelledIn(lines) ?? [])
    .filter(({ logScore }) => logScore >= LEAST_LIKELY_LOG)
    .toSorted((a, b) => b.logScore - a.logScore);
}

/** The best numbers in lines that are read one after the other; those of one place, so at most one proposal. */
function spelledIn(lines: readonly Line[]): (Proposal & { logScore: number }) | null {
  const texts = searchNumber(lines);
  const [best] = texts;
  if (!best) return null;
  const used = new Set(best.used);
  const kept = lines.map((line) => ({ ...line, characters: line.characters.filter((one) => used.has(one)) }));
  return { lines: kept, characters: best.used, texts, logScore: best.logScore };
}

const countOf = (lines: readonly Line[]): number => lines.reduce((sum, { characters }) => sum + characters.length, 0);

/** A reader of lines may read a number of which some characters were not found. */
function proposeIncomplete(arranged: readonly Line[][]): Proposal[] {
  return arranged
    .map((lines) => ({ lines, characters: lines.flatMap((line) => line.characters) }))
    .map((proposal) => ({ ...proposal, found: foundOf(proposal.characters) }))
    .filter(({ found }) => found >= LEAST_FOUND)
    .toSorted((a, b) => b.found - a.found)
    .map(({ lines, characters }) => ({ lines, characters, texts: [], logScore: null }));
}

/** Number of characters that are as in a number: up to four letters, and digits after them. */
function foundOf(characters: readonly Character[]): number {
  const shares = characters.map(({ score, logProbabilities }) => {
    const digits = logProbabilities.subarray(0, LETTERS_FROM).reduce((sum, log) => sum + Math.exp(log), 0);
    const certainty = certaintyOf(score);
    return { digit: certainty * digits, letter: certainty * (1 - digits) };
  });
  const splits = Array.from({ length: OWNER_LENGTH + 1 }, (_, letters) =>
    shares.reduce((sum, { digit, letter }, at) => sum + (at < letters ? letter - digit : digit - letter), 0),
  );
  return Math.min(NUMBER_LENGTH, Math.max(...splits));
}
