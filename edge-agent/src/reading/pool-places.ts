import { type Explanation, weigh, weighCandidates, type Weights } from "./candidate-chances.ts";
import type { Confirmed } from "./confirm-reading.ts";
import { type Character, isSame } from "./find-characters.ts";
import type { NumberPlace } from "./number-place.ts";

/** Networks that must read a number by themselves. */
const LEAST_VOTES = 2;

/**
 * The places that hold a number, the most certain first. Several readings of one place are pooled: each number counts
 * as the reading that explains it best shows it, beside all others that were read there.
 */
export function poolPlaces(confirmed: readonly Confirmed[], weights: Weights): NumberPlace[] {
  const likeliest = ({ explanations }: Confirmed) => Math.max(...explanations.map((one) => weigh(one, weights)));
  const groups: [Confirmed, ...Confirmed[]][] = [];
  for (const reading of confirmed.toSorted((a, b) => likeliest(b) - likeliest(a))) {
    const group = groups.find(([first]) => shareCharacter(first.characters, reading.characters));
    if (group) group.push(reading);
    else groups.push([reading]);
  }
  return groups.flatMap((group) => pool(group, weights) ?? []).toSorted((a, b) => b.confidence - a.confidence);
}

function pool(group: readonly [Confirmed, ...Confirmed[]], weights: Weights): NumberPlace | null {
  const best = new Map<string, { explanation: Explanation; characters: Character[] }>();
  for (const { explanations, characters } of group)
    for (const explanation of explanations) {
      const other = best.get(explanation.text);
      if (!other || weigh(other.explanation, weights) < weigh(explanation, weights))
        best.set(explanation.text, { explanation, characters });
    }
  const candidates = weighCandidates(
    [...best.values()].map(({ explanation }) => explanation),
    weights,
  );
  const [first] = candidates;
  if (!first) return null;
  const votes = group.flatMap((reading) => reading.votes.filter(({ text }) => text === first.text));
  return {
    candidates,
    characters: best.get(first.text)?.characters ?? group[0].characters,
    isAgreed: new Set(votes.map(({ voter }) => voter)).size >= LEAST_VOTES,
    confidence: first.chance,
    sizeType: null,
  };
}

const shareCharacter = (one: readonly Character[], other: readonly Character[]): boolean =>
  one.some((character) => other.some((same) => isSame(character, same)));
