import type { Weights } from "./candidate-chances.ts";

/**
 * Weights that made the truth of 10,900 drawings of the development split likeliest (`numbers.ts --calibrate`), with
 * the networks before the bundled ones; with those, 3,000 of the drawings give 0.41, 0.19 and -8.0.
 *
 * The networks do not count in full: they see the same pixels and learnt from the same drawings, so they err together.
 * Added up, every second wrong reading had a confidence of 1.00. The alternative to all candidates is a number of
 * which a character was not found, or other text. The check digit only rules out ten of eleven such readings, so the
 * parts that a candidate leaves unexplained count against it, however far the other candidates are behind.
 */
const OF_ONE_READER: Weights = { characters: 0.41, lines: [0.24], elseLog: -8.7 };

/**
 * Weights with a recogniser of real text after the bundled reader of lines. 111 photographs of the two thirds that
 * choices are made on fit 0.19, 0.04 and 0.47, and -7.8, best. With these, which are rounded, all 76 numbers with a
 * confidence of at least 0.95 are right.
 */
const OF_TWO_READERS: Weights = { characters: 0.2, lines: [0.05, 0.5], elseLog: -8.5 };

/** The weights of the networks' logarithms for so many readers of lines. */
export function weightsOf(readers: number): Weights {
  return readers === 1 ? OF_ONE_READER : OF_TWO_READERS;
}
