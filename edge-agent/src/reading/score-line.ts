import { ALLOWED, ALPHABET, NUMBER_LENGTH, nextRemainder, REMAINDERS, SYMBOLS } from "./number-grammar.ts";

/** Class that means no character. */
const NONE = ALPHABET.length;
/** Lower limit of a column's log probabilities; anything less adds nothing visible. */
const MIN_LOG = Math.log(1e-4);

/** Columns of a line, or of several lines read one after the other; each holds 37 natural logarithms. */
export type Columns = readonly Float32Array[];

/**
 * The most likely valid container number of the columns (CTC alignment, grammar and check digit; exact), with the
 * logarithm of its best alignment; null when no valid number fits, or none that is as likely as `leastLog`.
 */
export function readColumns(columns: Columns, leastLog = -Infinity): { text: string; logScore: number } | null {
  // Of each state (characters spelled, remainder, last character or none): the best way there.
  let ways = new Map<number, Way>([
    [stateOf(0, 0, NONE), { logScore: 0, position: 0, remainder: 0, last: NONE, text: null }],
  ]);
  for (const column of columns) ways = advance(ways, column, leastLog);
  let best: Way | null = null;
  for (const way of ways.values()) {
    if (way.position === NUMBER_LENGTH && (!best || way.logScore > best.logScore)) best = way;
  }
  return best && { text: spell(best.text), logScore: best.logScore };
}

type Spelled = { character: number; before: Spelled | null };
type Way = { logScore: number; position: number; remainder: number; last: number; text: Spelled | null };

const stateOf = (position: number, remainder: number, last: number): number =>
  (position * REMAINDERS + remainder) * SYMBOLS + last;

function advance(ways: ReadonlyMap<number, Way>, column: Float32Array, leastLog: number): Map<number, Way> {
  const next = new Map<number, Way>();
  let best = -Infinity;
  const offer = (way: Way): void => {
    // A way this far behind the best one never catches up in practice; and none becomes likelier than it is.
    if (way.logScore < Math.max(leastLog, best - 30)) return;
    best = Math.max(best, way.logScore);
    const state = stateOf(way.position, way.remainder, way.last);
    if (way.logScore > (next.get(state)?.logScore ?? -Infinity)) next.set(state, way);
  };
  const at = (symbol: number) => Math.max(MIN_LOG, column[symbol] ?? MIN_LOG);
  for (const way of ways.values()) {
    offer({ ...way, last: NONE, logScore: way.logScore + at(NONE) });
    if (way.last !== NONE) offer({ ...way, logScore: way.logScore + at(way.last) });
    for (const character of ALLOWED[way.position] ?? []) {
      if (character === way.last || at(character) <= MIN_LOG) continue;
      const remainder = nextRemainder(way.remainder, way.position, character);
      if (remainder === null) continue;
      const text = { character, before: way.text };
      offer({ logScore: way.logScore + at(character), position: way.position + 1, remainder, last: character, text });
    }
  }
  return next;
}

function spell(spelled: Spelled | null): string {
  let text = "";
  for (let at = spelled; at; at = at.before) text = `${ALPHABET[at.character]}${text}`;
  return text;
}

/** The logarithm of the best alignment of a text with the columns, on the scale of `readColumns`. */
export function scoreText(columns: Columns, text: string): number {
  // Symbols with none between and around them, as CTC has them.
  const symbols = [NONE, ...Array.from(text).flatMap((letter) => [ALPHABET.indexOf(letter), NONE])];
  let scores = symbols.map((_, index) => (index === 0 ? 0 : -Infinity));
  for (const [time, column] of columns.entries()) {
    const at = (symbol: number) => Math.max(MIN_LOG, column[symbol] ?? MIN_LOG);
    scores = symbols.map((symbol, index) => {
      const stay = scores[index] ?? -Infinity;
      const step = scores[index - 1] ?? -Infinity;
      const jump = symbol !== NONE && symbol !== symbols[index - 2] ? (scores[index - 2] ?? -Infinity) : -Infinity;
      const from = time === 0 ? (index < 2 ? 0 : -Infinity) : Math.max(stay, step, jump);
      return from + at(symbol);
    });
  }
  return Math.max(scores.at(-1) ?? -Infinity, scores.at(-2) ?? -Infinity);
}
