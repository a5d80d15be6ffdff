import { type Line, linesOf } from "./arrange-lines.ts";
import type { Character } from "./find-characters.ts";
import { ALPHABET } from "./number-grammar.ts";
import { type Columns, scoreText } from "./score-line.ts";

/** A size-type code that may belong to one of several numbers, given by its index. */
export type SizeTypeFinding = { place: number; line: Line; text: string };

/**
 * Characters that ISO 6346 allows at each position: length, height and width, group, and its number or second letter.
 */
const ALLOWED = ["1234LMABCDEFGHKNP", "0123456789CDEFLMNP", "GVBSRHUPTAKN", "0123456789CFGHKLMNPRSTU"].map((letters) =>
  Array.from(letters, (letter) => ALPHABET.indexOf(letter)),
);
/** Minimum confidence of the characters together. Estimate. */
const MIN_CONFIDENCE = 0.8;
/** Maximum distance of a code from its number, in character heights, and maximum ratio of their heights. */
const [MAX_DISTANCE, MAX_RATIO] = [4, 1.6];
/** Maximum distance from the middle of one of its characters to the next, in heights. */
const MAX_STEP = 1.5;

/**
 * The size-type codes among the characters that belong to none of these numbers: lines of four characters near a
 * number, in letters of about its size; each beside the number that it is nearest to, at most one for each.
 */
export function findSizeTypes(
  characters: readonly Character[],
  numbers: readonly (readonly Character[])[],
): SizeTypeFinding[] {
  const ofNumbers = new Set(numbers.flat());
  const lines = linesOf(characters.filter((character) => !ofNumbers.has(character)));
  const found = lines.flatMap((line) => {
    const spelled = line.characters.length === ALLOWED.length ? spell(line.characters) : null;
    const nearest = spelled && nearestOf(line.characters, numbers);
    return spelled && nearest ? [{ ...spelled, ...nearest, line }] : [];
  });
  const sorted = found.toSorted((a, b) => b.confidence - a.confidence);
  return numbers.flatMap((_, place) => sorted.find((one) => one.place === place) ?? []);
}

/**
 * Returns the characters that may belong to a number: in one, no letter follows a digit, so four close together in a
 * row that spell a code of two digits and a letter, such as 45G1, belong to none. Otherwise such digits would replace
 * those of a number that were not found.
 */
export function withoutSizeTypes(characters: readonly Character[]): Character[] {
  const ofCodes = new Set<Character>();
  for (const { isRow, characters: line } of linesOf(characters))
    for (const at of isRow ? line.keys() : []) {
      const four = line.slice(at, at + ALLOWED.length);
      const isClose = four.every(
        (one, index) => index === 0 || distanceOf([one], four.slice(0, index)) < one.height * MAX_STEP,
      );
      if (four.length === ALLOWED.length && isClose && /^\d\d/.test(spell(four)?.text ?? ""))
        for (const character of four) ofCodes.add(character);
    }
  return characters.filter((character) => !ofCodes.has(character));
}

/** Returns true if the second network reads the code too: no other character at any place fits its columns better. */
export function isReadBy(columns: Columns, text: string): boolean {
  const own = scoreText(columns, text);
  return ALLOWED.every((letters, at) =>
    letters.every((letter) => {
      const other = text.slice(0, at) + ALPHABET[letter] + text.slice(at + 1);
      return other === text || scoreText(columns, other) < own;
    }),
  );
}

/** The likeliest code of four characters, where they are certain enough. */
function spell(characters: readonly Character[]): { text: string; confidence: number } | null {
  let [text, confidence] = ["", 1];
  for (const [at, { logProbabilities }] of characters.entries()) {
    const letters = ALLOWED[at] ?? [];
    const best = letters.reduce(
      (most, letter) =>
        (logProbabilities[letter] ?? -Infinity) > (logProbabilities[most] ?? -Infinity) ? letter : most,
      letters[0] ?? 0,
    );
    text += ALPHABET[best] ?? "";
    confidence *= Math.exp(logProbabilities[best] ?? -Infinity);
  }
  return confidence >= MIN_CONFIDENCE ? { text, confidence } : null;
}

function nearestOf(code: readonly Character[], numbers: readonly (readonly Character[])[]): { place: number } | null {
  const size = heightOf(code);
  let [place, least] = [-1, Infinity];
  for (const [index, number] of numbers.entries()) {
    const ratio = Math.max(size / heightOf(number), heightOf(number) / size);
    const distance = distanceOf(code, number) / heightOf(number);
    if (ratio <= MAX_RATIO && distance <= MAX_DISTANCE && distance < least) [place, least] = [index, distance];
  }
  return place < 0 ? null : { place };
}

/** Between the two characters that are nearest to each other. */
const distanceOf = (one: readonly Character[], other: readonly Character[]): number =>
  Math.min(...one.flatMap((a) => other.map((b) => Math.hypot(a.x - b.x, a.y - b.y))));

const heightOf = (characters: readonly Character[]): number =>
  characters.reduce((sum, { height }) => sum + height, 0) / characters.length;
