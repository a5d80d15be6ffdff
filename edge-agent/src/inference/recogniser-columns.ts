import { ALPHABET, SYMBOLS } from "../reading/number-grammar.ts";
import type { Columns } from "../reading/score-line.ts";

/** Class of a CTC recogniser for no character; those of its dictionary follow. */
const BLANK = 0;
/** Value added to every share, so that none is zero. */
const SMALLEST = 1e-7;

/**
 * Maps each class of a recogniser to its place in `ALPHABET`, or the one after it for blanks and other characters;
 * small letters count as capitals. A dictionary may begin with `blank`, as those of PP-OCRv5 do. Throws for a
 * dictionary that lacks a character of container numbers, or whose length does not fit the number of classes (blank,
 * the dictionary, and at most one more for the space).
 */
export function mapClasses(given: readonly string[], classes: number): number[] {
  const dictionary = given[0] === "blank" ? given.slice(1) : given;
  const spare = classes - 1 - dictionary.length;
  if (spare !== 0 && spare !== 1) {
    throw new Error(
      `its dictionary has ${dictionary.length} characters, its output ${classes} classes: they do not fit`,
    );
  }
  const places = dictionary.map((character) =>
    character.length === 1 ? ALPHABET.indexOf(character.toUpperCase()) : -1,
  );
  const missing = Array.from(ALPHABET).filter((_, place) => !places.includes(place));
  if (missing.length > 0) throw new Error(`its dictionary lacks ${missing.join(", ")}`);
  const mapped = places.map((place) => (place < 0 ? ALPHABET.length : place));
  return [ALPHABET.length, ...mapped, ...Array.from({ length: spare }, () => ALPHABET.length)];
}

/**
 * The columns of one line from the shares [steps, classes] of a recogniser, of which the first `used` steps count. The
 * values are probabilities, as PP-OCR's exports give them, or logits, where a row does not sum to 1.
 */
export function columnsOf(
  values: Float32Array,
  { steps, used, places }: { steps: number; used: number; places: readonly number[] },
): Columns {
  // Most of its thousands of classes are none of a number's: only their sum counts.
  const classes = [...places.entries()].filter(([, place]) => place < ALPHABET.length);
  return Array.from({ length: Math.min(steps, used) }, (_, step) => {
    const row = toShares(values.subarray(step * places.length, (step + 1) * places.length));
    const column = new Float32Array(SYMBOLS).fill(SMALLEST);
    let rest = sumOf(row);
    for (const [index, place] of classes) {
      const share = row[index] ?? 0;
      column[place] = (column[place] ?? 0) + share;
      rest -= share;
    }
    column[ALPHABET.length] = SMALLEST + Math.max(0, rest);
    return column.map((share) => Math.log(share));
  });
}

function toShares(row: Float32Array): Float32Array {
  if (Math.abs(sumOf(row) - 1) < 0.01 && (row[BLANK] ?? -1) >= 0) return row;
  const greatest = row.reduce((most, value) => Math.max(most, value), -Infinity);
  const powers = row.map((value) => Math.exp(value - greatest));
  const total = sumOf(powers);
  return powers.map((value) => value / total);
}

function sumOf(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
