/** The characters that the networks distinguish, in the order of their outputs. */
export const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Number of symbols that a column of a line may show: the characters, and no character, which comes last. */
export const SYMBOLS = ALPHABET.length + 1;

/** Characters of a container number: owner (3), category (1), serial number (6), check digit. */
export const NUMBER_LENGTH = 11;

const DIGITS = range(0, 10);
const LETTERS = range(10, 36);
const CATEGORIES = Array.from("UJZ").map((letter) => ALPHABET.indexOf(letter));

/** Characters that ISO 6346 allows at each position, as places in `ALPHABET`. */
export const ALLOWED: readonly (readonly number[])[] = Array.from({ length: NUMBER_LENGTH }, (_, position) => {
  if (position < 3) return LETTERS;
  return position === 3 ? CATEGORIES : DIGITS;
});

/** The remainders of the check sum, 0..10. */
export const REMAINDERS = 11;

/**
 * The remainder of the check sum after one more character at `position`; null for a check digit that does not agree
 * with the sum of the ten before it.
 */
export function nextRemainder(remainder: number, position: number, character: number): number | null {
  if (position === NUMBER_LENGTH - 1) return character === remainder % 10 ? remainder : null;
  return (remainder + valueOf(character) * 2 ** position) % REMAINDERS;
}

/** Digits count as themselves; letters count up from 10 and skip the multiples of 11 (ISO 6346, annex A). */
function valueOf(character: number): number {
  return character < 10 ? character : character + Math.floor((character - 1) / 10);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
