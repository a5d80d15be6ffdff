import { normaliseWords } from "./normalise-words.ts";

const NEGATIONS = /(?:^| )(?:non|not|no|anti|free of|without|nicht|kein|keine|ohne|sin|sans|pas|非|不|无) $/;

type Prepared = { phrase: string; words: string };

/** Phrases as normalised words, by the first word of each, so that not all of them are searched in every line. */
const indexes = new WeakMap<readonly string[], ReadonlyMap<string, readonly Prepared[]>>();

function indexOf(phrases: readonly string[]): ReadonlyMap<string, readonly Prepared[]> {
  const known = indexes.get(phrases);
  if (known) return known;
  const prepared = phrases.map((phrase) => ({ phrase, words: normaliseWords(phrase) }));
  const index = Map.groupBy(prepared, ({ words }) => words.split(" ", 1)[0] ?? "");
  indexes.set(phrases, index);
  return index;
}

/** The first phrase that stands in normalised words without a word such as "non" directly before it. */
export function findPhrase(words: string, phrases: readonly string[]): string | undefined {
  if (words === "") return undefined;
  const index = indexOf(phrases);
  const candidates = words.split(" ").flatMap((word) => index.get(word) ?? []);
  if (candidates.length === 0) return undefined;
  const text = ` ${words} `;
  return candidates.find((candidate) => {
    const place = text.indexOf(` ${candidate.words} `);
    return place >= 0 && !NEGATIONS.test(text.slice(0, place + 1));
  })?.phrase;
}
