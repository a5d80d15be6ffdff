import distance from "damerau-levenshtein";

/**
 * The known word that `word` was probably meant to be: at most one letter in three is wrong, and two neighbours that
 * are swapped count as one.
 */
export function closestWord(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, steps: distance(word.toLowerCase(), candidate.toLowerCase()).steps }))
    .filter(({ candidate, steps }) => steps <= Math.max(candidate.length, word.length) / 3)
    .toSorted((a, b) => a.steps - b.steps);
  return ranked[0]?.candidate;
}
