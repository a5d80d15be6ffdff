/** Fit of a container number to the findings of both networks at a place: natural logarithms, 0 is a perfect fit. */
export type Explanation = { text: string; charactersLog: number; linesLog: number };

/** A candidate for the container number in a picture, and its probability, 0..1. */
export type NumberCandidate = Explanation & { chance: number };

/** Weights of the networks' logarithms, and the logarithm, on that scale, of everything that is not a candidate. */
export type Weights = { characters: number; lines: number; elseLog: number };

/**
 * Weights that made the truth of 10,900 drawings of the development split likeliest (`numbers.ts --calibrate`), with
 * the networks before the bundled ones; with those, 3,000 of the drawings give 0.41, 0.19 and -8.0.
 *
 * The networks do not count in full: they see the same pixels and learnt from the same drawings, so they err together.
 * Added up, every second wrong reading had a confidence of 1.00. The alternative to all candidates is a number of
 * which a character was not found, or other text. The check digit only rules out ten of eleven such readings, so the
 * parts that a candidate leaves unexplained count against it, however far the other candidates are behind.
 */
const WEIGHTS: Weights = { characters: 0.41, lines: 0.24, elseLog: -8.7 };

/** The candidates, the most likely first. Their chances and that of whatever is none of them sum to 1. */
export function weighCandidates(explanations: readonly Explanation[], weights = WEIGHTS): NumberCandidate[] {
  const logs = explanations.map(
    ({ charactersLog, linesLog }) => weights.characters * charactersLog + weights.lines * linesLog,
  );
  const sum = logSum([...logs, weights.elseLog]);
  return explanations
    .map((explanation, index) => ({ ...explanation, chance: Math.exp((logs[index] ?? -Infinity) - sum) }))
    .toSorted((a, b) => b.chance - a.chance);
}

/** The logarithm of the sum of what these are the logarithms of. */
export function logSum(values: readonly number[]): number {
  const greatest = values.reduce((most, value) => Math.max(most, value), -Infinity);
  return greatest + Math.log(values.reduce((sum, value) => sum + Math.exp(value - greatest), 0));
}
