import { normaliseWords } from "./normalise-words.ts";

const NEGATIONS = "non,not,no,anti,free of,without,nicht,kein,keine,ohne,sin,sans,pas,非,不,无".split(",");

/** Normalised words that end in a negation, and the space after it. */
const NEGATED = new RegExp(`(?:^| )(?:${NEGATIONS.map(normaliseWords).join("|")}) $`);

type Prepared = { phrase: string; words: string };
/** Phrases as normalised words, by the first word of each, so that not all of them are searched in every line. */
type Index = ReadonlyMap<string | undefined, readonly Prepared[]>;

const indexes = new WeakMap<readonly string[], Index>();

function prepare(phrases: readonly string[]): Index {
  const prepared = phrases.map((phrase) => ({ phrase, words: normaliseWords(phrase) }));
  const index = Map.groupBy(prepared, ({ words }) => words.split(" ", 1)[0]);
  // Stryker disable next-line CallExpression: an index is kept only to save the work of making it again
  indexes.set(phrases, index);
  return index;
}

/** The first phrase in normalised words without a word such as "non" directly before it. */
export function findPhrase(words: string, phrases: readonly string[]): string | undefined {
  const index = indexes.get(phrases) ?? prepare(phrases);
  const text = `${words} `;
  let place = 0;
  for (const word of words.split(" ")) {
    const found = index.get(word)?.find((candidate) => text.startsWith(`${candidate.words} `, place));
    if (found && !NEGATED.test(text.slice(0, place))) return found.phrase;
    place += word.length + 1;
  }
  return undefined;
}
