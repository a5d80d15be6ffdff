import type { Line } from "./arrange-lines.ts";
import type { Character } from "./find-characters.ts";
import { ALLOWED, ALPHABET, NUMBER_LENGTH, nextRemainder, REMAINDERS } from "./number-grammar.ts";
import { type WeighedCharacter, weighLine } from "./weigh-characters.ts";

/** One way to read a container number from lines of characters. */
export type NumberReading = {
  text: string;
  /** The characters that spell it. */
  used: Character[];
  /** Natural logarithm of how well it explains the characters of its lines; 0 at most. */
  logScore: number;
};

const KEPT = 4;
/** A reading that explains less of its lines (natural logarithm) is none. */
const LEAST_LOG = -30;
/** Owner and category are on one line: a line may end after them, and not before. */
const OWNER_LENGTH = 4;
/** Phases of a reading in a line: before its first character of the line, between first and last, after the last. */
const [BEFORE, WITHIN, AFTER] = [0, 1, 2] as const;
const PHASES = 3;

type Partial = { logScore: number; letter: number; character: Character | null; before: Partial | null };

/**
 * The best readings of a valid container number (grammar and check digit) from lines that are read one after the other,
 * best first. Exact: no other choice of characters scores higher than the first.
 */
export function searchNumber(lines: readonly Line[]): NumberReading[] {
  // states[(position × 11 + remainder) × 3 + phase]: the best beginnings that have spelled `position` characters.
  let states: Partial[][] = Array.from({ length: (NUMBER_LENGTH + 1) * REMAINDERS * PHASES }, () => []);
  states[BEFORE] = [{ logScore: 0, letter: -1, character: null, before: null }];
  for (const line of lines) {
    for (const weighed of weighLine(line)) states = step(states, weighed);
    states = endLine(states);
  }
  const complete = states.slice(NUMBER_LENGTH * REMAINDERS * PHASES).flat();
  const best = new Map<string, NumberReading>();
  for (const reading of complete.toSorted((a, b) => b.logScore - a.logScore).map(spell)) {
    if (!best.has(reading.text)) best.set(reading.text, reading);
  }
  return [...best.values()].slice(0, KEPT);
}

/**
 * Returns an upper bound on the score of the best reading that `searchNumber` can find in these lines: it ignores the
 * check digit, which makes it a hundred times faster. -Infinity if the lines have too few characters.
 */
export function boundNumber(lines: readonly Line[]): number {
  // Of each number of characters spelled: before a line, and within one.
  const start = Array.from({ length: NUMBER_LENGTH + 1 }, () => -Infinity);
  let before = start.with(0, 0);
  for (const line of lines) {
    let [within, after] = [start, start];
    for (const { character, take, leave, begin, end } of weighLine(line)) {
      const likeliest = ALLOWED.map((letters) =>
        letters.reduce((most, letter) => Math.max(most, character.logProbabilities[letter] ?? -Infinity), -Infinity),
      );
      const taken = start.map((none, position) => {
        const from = Math.max((before[position - 1] ?? none) + begin, within[position - 1] ?? none);
        return from + take + (likeliest[position - 1] ?? none);
      });
      within = within.map((logScore, position) => Math.max(logScore + leave, taken[position] ?? -Infinity));
      after = after.map((logScore, position) => Math.max(logScore, (taken[position] ?? -Infinity) + end));
    }
    before = after.map((logScore, position) => (position < OWNER_LENGTH ? -Infinity : logScore));
  }
  return before[NUMBER_LENGTH] ?? -Infinity;
}

function step(states: readonly Partial[][], weighed: WeighedCharacter): Partial[][] {
  const { character, take, leave, begin, end } = weighed;
  const next: Partial[][] = states.map((kept, state) =>
    state % PHASES === WITHIN
      ? kept.map((partial) => ({ ...partial, logScore: partial.logScore + leave }))
      : kept.slice(),
  );
  for (let position = 0; position < NUMBER_LENGTH; position += 1) {
    for (let remainder = 0; remainder < REMAINDERS; remainder += 1) {
      const state = (position * REMAINDERS + remainder) * PHASES;
      for (const phase of [BEFORE, WITHIN]) {
        for (const before of states[state + phase] ?? []) {
          const base = before.logScore + take + (phase === BEFORE ? begin : 0);
          if (base < LEAST_LOG) continue;
          for (const letter of ALLOWED[position] ?? []) {
            const following = nextRemainder(remainder, position, letter);
            if (following === null) continue;
            const logScore = base + (character.logProbabilities[letter] ?? -Infinity);
            if (logScore < LEAST_LOG) continue;
            const into = ((position + 1) * REMAINDERS + following) * PHASES;
            keep(next[into + WITHIN], { logScore, letter, character, before });
            keep(next[into + AFTER], { logScore: logScore + end, letter, character, before });
          }
        }
      }
    }
  }
  return next;
}

/** Carries readings over to the next line. */
function endLine(states: readonly Partial[][]): Partial[][] {
  const isBroken = (state: number) => state < OWNER_LENGTH * REMAINDERS * PHASES;
  return states.map((_, state) => (state % PHASES === BEFORE && !isBroken(state) ? (states[state + AFTER] ?? []) : []));
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
    text: steps.map(({ letter }) => ALPHABET[letter]).join(""),
    used: steps.flatMap(({ character }) => character ?? []),
    logScore: last.logScore,
  };
}
