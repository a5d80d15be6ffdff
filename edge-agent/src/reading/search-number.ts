import type { Character } from "./find-characters.ts";
import { ALLOWED, ALPHABET, NUMBER_LENGTH, nextRemainder, REMAINDERS } from "./number-grammar.ts";

/** One way to read a container number from a row of characters. */
export type NumberReading = {
  text: string;
  /** Which of the characters spell it, by index. */
  used: number[];
  /** Natural logarithm, up to a constant that all readings of these characters share. */
  logScore: number;
};

/** Characters that stand before or after the number cost less than one within it, which the detector made up. */
const SKIP_OUTSIDE = 0.35;
const KEPT = 4;

type Partial = { logScore: number; character: number; used: number; before: Partial | null };

/**
 * The best readings of a valid container number (grammar and check digit) from characters in order, best first. Exact:
 * no other subsequence scores higher than the first. A character that is left out costs more, the more certain it is.
 */
export function searchNumber(characters: readonly Character[]): NumberReading[] {
  // states[position × 11 + remainder]: the best beginnings that have spelled `position` characters.
  let states: Partial[][] = Array.from({ length: (NUMBER_LENGTH + 1) * REMAINDERS }, () => []);
  states[0] = [{ logScore: 0, character: -1, used: -1, before: null }];
  for (const [index, character] of characters.entries()) states = step(states, index, character);
  const complete = states.slice(NUMBER_LENGTH * REMAINDERS).flat();
  const best = new Map<string, NumberReading>();
  for (const reading of complete.toSorted((a, b) => b.logScore - a.logScore).map(spell)) {
    if (!best.has(reading.text)) best.set(reading.text, reading);
  }
  return [...best.values()].slice(0, KEPT);
}

/**
 * What the best reading that `searchNumber` can find in these characters scores at most: without the check digit, which
 * makes it a hundred times faster. -Infinity where they are too few.
 */
export function boundNumber(characters: readonly Character[]): number {
  let best = [0, ...Array.from({ length: NUMBER_LENGTH }, () => -Infinity)];
  for (const character of characters) {
    const { leave, take } = costsOf(character);
    best = best.map((logScore, position) => {
      const isOutside = position === 0 || position === NUMBER_LENGTH;
      const left = logScore + leave * (isOutside ? SKIP_OUTSIDE : 1);
      const before = best[position - 1];
      if (before === undefined) return left;
      const letters = ALLOWED[position - 1] ?? [];
      const likeliest = letters.reduce(
        (most, letter) => Math.max(most, character.logProbabilities[letter] ?? -Infinity),
        -Infinity,
      );
      return Math.max(left, before + take + likeliest);
    });
  }
  return best[NUMBER_LENGTH] ?? -Infinity;
}

/** Natural logarithms of leaving a character out, and of taking it. */
const costsOf = ({ score }: Character) => ({
  leave: Math.log(Math.max(1e-4, 1 - score)),
  take: Math.log(Math.max(1e-4, score)),
});

function step(states: readonly Partial[][], index: number, character: Character): Partial[][] {
  const { leave, take } = costsOf(character);
  const next: Partial[][] = states.map((kept, state) => {
    const isOutside = state < REMAINDERS || state >= NUMBER_LENGTH * REMAINDERS;
    return kept.map((partial) => ({ ...partial, logScore: partial.logScore + leave * (isOutside ? SKIP_OUTSIDE : 1) }));
  });
  for (let position = 0; position < NUMBER_LENGTH; position += 1) {
    for (let remainder = 0; remainder < REMAINDERS; remainder += 1) {
      for (const before of states[position * REMAINDERS + remainder] ?? []) {
        for (const letter of ALLOWED[position] ?? []) {
          const following = nextRemainder(remainder, position, letter);
          if (following === null) continue;
          const logScore = before.logScore + take + (character.logProbabilities[letter] ?? -Infinity);
          keep(next[(position + 1) * REMAINDERS + following], { logScore, character: letter, used: index, before });
        }
      }
    }
  }
  return next;
}

/** Adds to the best few of a state, which are in no order. */
function keep(kept: Partial[] | undefined, partial: Partial): void {
  if (!kept) return;
  if (kept.length < KEPT) return void kept.push(partial);
  let worst = 0;
  for (let at = 1; at < kept.length; at += 1) if ((kept[at]?.logScore ?? 0) < (kept[worst]?.logScore ?? 0)) worst = at;
  if (partial.logScore > (kept[worst]?.logScore ?? 0)) kept[worst] = partial;
}

function spell(last: Partial): NumberReading {
  const steps: Partial[] = [];
  for (let at: Partial | null = last; at?.before; at = at.before) steps.unshift(at);
  return {
    text: steps.map(({ character }) => ALPHABET[character]).join(""),
    used: steps.map(({ used }) => used),
    logScore: last.logScore,
  };
}
