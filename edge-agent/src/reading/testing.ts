import type { NumberCandidate } from "./candidate-chances.ts";
import type { Character } from "./find-characters.ts";
import { ALPHABET } from "./number-grammar.ts";

/** Logarithms of probabilities: `certainty` for the character, the rest evenly, and `other` for a second one. */
export function certainOf(letter: string, certainty = 0.98, other?: { letter: string; share: number }): Float32Array {
  const rest = (1 - certainty - (other?.share ?? 0)) / (ALPHABET.length - 1);
  const values = new Float32Array(ALPHABET.length).fill(rest);
  values[ALPHABET.indexOf(letter)] = certainty;
  if (other) values[ALPHABET.indexOf(other.letter)] = other.share;
  return values.map((value) => Math.log(value));
}

/** Characters of 20 × 30 pixels as the detector finds them, one every 25 pixels from `x`, along a direction. */
export function charactersOf(
  text: string,
  { x = 20, y = 40, step = { x: 25, y: 0 } }: { x?: number; y?: number; step?: { x: number; y: number } } = {},
): Character[] {
  return Array.from(text).map((letter, index) => ({
    x: x + index * step.x,
    y: y + index * step.y,
    width: 20,
    height: 30,
    score: 0.95,
    logProbabilities: certainOf(letter),
  }));
}

/** Creates a candidate with this probability, 0..1, that both networks explain in full. */
export const candidateOf = (text: string, chance: number): NumberCandidate => ({
  text,
  charactersLog: 0,
  linesLogs: [0],
  chance,
});
