import type { NumberCandidate } from "./candidate-chances.ts";
import type { Character } from "./find-characters.ts";

/** One place of a picture that holds a number, with its candidates, best first. */
export type NumberPlace = {
  candidates: NumberCandidate[];
  /** The characters that spell the best candidate, in its order. */
  characters: Character[];
  /** True if two networks read the best candidate by themselves, or the characters make it as likely as their own. */
  isAgreed: boolean;
  /** Probability that the place shows the best candidate, and neither another one nor something else, 0..1. */
  confidence: number;
  /** The size-type code beside it, where the characters and the first reader of lines read the same one. */
  sizeType: string | null;
};
