/** The chance that at least `count` events happen when `expected` are expected, after Poisson. */
export function chanceOfAtLeast(count: number, expected: number): number {
  if (count <= 0) return 1;
  let term = Math.exp(-expected);
  let below = term;
  for (let events = 1; events < count; events += 1) {
    term *= expected / events;
    below += term;
  }
  return Math.max(0, 1 - below);
}

/** The probability that at least one of several independent things is true. */
export function probabilityOfAny(probabilities: readonly number[]): number {
  return 1 - probabilities.reduce((none, probability) => none * (1 - probability), 1);
}
