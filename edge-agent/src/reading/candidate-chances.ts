/**
 * Fit of a container number to the findings of all networks at a place: natural logarithms, 0 is a perfect fit;
 * `linesLogs` has one of each reader of lines.
 */
export type Explanation = { text: string; charactersLog: number; linesLogs: readonly number[] };

/** A candidate for the container number in a picture, and its probability, 0..1. */
export type NumberCandidate = Explanation & { chance: number };

/** Weights of the networks' logarithms, and the logarithm, on that scale, of everything that is not a candidate. */
export type Weights = { characters: number; lines: readonly number[]; elseLog: number };

/** The natural logarithm of how likely an explanation is beside the others, with all networks weighed. */
export const weigh = ({ charactersLog, linesLogs }: Explanation, weights: Weights): number =>
  linesLogs.reduce((sum, log, reader) => sum + (weights.lines[reader] ?? 0) * log, weights.characters * charactersLog);

/** The candidates, the most likely first. Their chances and that of whatever is none of them sum to 1. */
export function weighCandidates(explanations: readonly Explanation[], weights: Weights): NumberCandidate[] {
  const logs = explanations.map((explanation) => weigh(explanation, weights));
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
