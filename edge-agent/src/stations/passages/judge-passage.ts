import { numbersOf, type Passage } from "./passage.ts";
import type { PlacedNumber } from "./evidence.ts";

/**
 * Outcome of a passage, by what is known now.
 * - `identified`: the numbers of its containers
 * - `pending`: a number camera is reading
 * - `unread`: no number was read or announced
 * - `contradictory`: its numbers exclude each other
 */
export type Outcome =
  | { kind: "identified"; numbers: PlacedNumber[] }
  | { kind: "pending" | "unread" | "contradictory"; reason: string };

export function judgePassage(passage: Passage): Outcome {
  const numbers = numbersOf(passage);
  const isReading = passage.readings.some(({ result }) => result.state === "pending");
  if (isReading) return { kind: "pending", reason: "its number is being read" };
  if (numbers.length === 0) return { kind: "unread", reason: reasonOf(passage) };
  const clash = findClash(numbers);
  if (clash) return { kind: "contradictory", reason: `${clash.join(" and ")} on one vehicle` };
  return { kind: "identified", numbers };
}

function reasonOf({ readings }: Passage): string {
  const reasons = readings.flatMap(({ result }) => (result.state === "unread" ? [result.reason] : []));
  return reasons.at(-1) ?? "no number was read or announced";
}

/**
 * Returns numbers that exclude each other: two at one position, or a lone one beside those of other positions. A lone
 * number that has a position as well is one of several that came into view again.
 */
function findClash(numbers: readonly PlacedNumber[]): string[] | null {
  const byPosition = Map.groupBy(numbers, ({ position }) => position);
  const lone = new Set((byPosition.get(undefined) ?? []).map(({ containerNumber }) => containerNumber));
  const placed = numbers.filter(({ position }) => position !== undefined);
  const placedTexts = new Set(placed.map(({ containerNumber }) => containerNumber));
  const unplaced = [...lone].filter((text) => !placedTexts.has(text));
  if (lone.size > 0 && placedTexts.size > 0 && unplaced.length > 0) return [...unplaced, ...placedTexts];
  if (placedTexts.size === 0 && lone.size > 1) return [...lone];
  for (const [position, ofOne] of byPosition) {
    const texts = new Set(ofOne.map(({ containerNumber }) => containerNumber));
    if (position !== undefined && texts.size > 1) return [...texts];
  }
  return null;
}

/** The number of a load at a position: the one that was given for it, or the only one that was given for all. */
export function numberAt(numbers: readonly PlacedNumber[], position: string | undefined): string | null {
  const isPlaced = numbers.some((one) => one.position !== undefined);
  const own = isPlaced ? numbers.find((one) => position !== undefined && one.position === position) : numbers[0];
  return own?.containerNumber ?? null;
}
