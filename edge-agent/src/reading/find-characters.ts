import { ALPHABET } from "./number-grammar.ts";

/** One character that the detector found, in pixels of the picture. */
export type Character = {
  /** Its middle. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Probability that it is a character, 0..1. */
  score: number;
  /** Natural logarithm of the probability of each character of `ALPHABET`; the probabilities sum to 1. */
  logProbabilities: Float32Array;
};

/** Pixels of the input for each cell of the detector's output. */
const CELL_PIXELS = 4;
/** Number of channels for a place: presence, offset x and y, logarithm of width and height. */
const PLACE_CHANNELS = 5;

/**
 * The characters in one output of the detector, [1, 41, rows, columns]: the cells that are more certain than their
 * eight neighbours and than `minimumScore`. `scale` is pixels of the input per pixel of the picture.
 */
export function findCharacters(
  output: { data: Float32Array; rows: number; columns: number },
  { scale, minimumScore }: { scale: number; minimumScore: number },
): Character[] {
  const { data, rows, columns } = output;
  const plane = rows * columns;
  const least = Math.log(minimumScore / (1 - minimumScore));
  const found: Character[] = [];
  for (let cell = 0; cell < plane; cell += 1) {
    const logit = data[cell] ?? -Infinity;
    if (logit < least || !isPeak(data, cell, rows, columns)) continue;
    const at = (channel: number) => data[channel * plane + cell] ?? 0;
    const pixels = CELL_PIXELS / scale;
    found.push({
      x: ((cell % columns) + 0.5 + at(1)) * pixels,
      y: (Math.floor(cell / columns) + 0.5 + at(2)) * pixels,
      width: Math.exp(at(3)) * pixels,
      height: Math.exp(at(4)) * pixels,
      score: 1 / (1 + Math.exp(-logit)),
      logProbabilities: logSoftmax(
        Float32Array.from({ length: ALPHABET.length }, (_, at36) => at(PLACE_CHANNELS + at36)),
      ),
    });
  }
  return found;
}

function isPeak(data: Float32Array, cell: number, rows: number, columns: number): boolean {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const own = data[cell] ?? -Infinity;
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r += 1) {
    for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c += 1) {
      const other = data[r * columns + c] ?? -Infinity;
      // Of equal neighbours the first counts.
      if (other > own || (other === own && r * columns + c < cell)) return false;
    }
  }
  return true;
}

/** Leaves the more certain of two characters that cover each other, as the same one found at two scales. */
export function withoutDoubles(characters: readonly Character[]): Character[] {
  const kept: Character[] = [];
  for (const one of characters.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((other) => isSame(one, other))) kept.push(one);
  }
  return kept;
}

/** Returns true for two findings that cover each other. */
export const isSame = (a: Character, b: Character): boolean => a === b || shareOfSmaller(a, b) > 0.5;

function shareOfSmaller(a: Character, b: Character): number {
  const across = Math.min(a.x + a.width / 2, b.x + b.width / 2) - Math.max(a.x - a.width / 2, b.x - b.width / 2);
  const down = Math.min(a.y + a.height / 2, b.y + b.height / 2) - Math.max(a.y - a.height / 2, b.y - b.height / 2);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / Math.min(a.width * a.height, b.width * b.height);
}

/** Natural logarithms of the softmax of `values`, in place. */
export function logSoftmax(values: Float32Array): Float32Array {
  const greatest = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const sum = values.reduce((total, value) => total + Math.exp(value - greatest), 0);
  const shift = greatest + Math.log(sum);
  return values.map((value) => value - shift);
}
