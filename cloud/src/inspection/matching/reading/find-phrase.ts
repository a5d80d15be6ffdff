import { normaliseWords } from "./normalise-words.ts";

const NEGATIONS = /(?:^| )(?:non|not|no|anti|free of|without|nicht|kein|keine|ohne|sin|sans|pas|非|不|无) $/;

/** Phrases as normalised words. They come from settings, which are few; the bound is for many versions of them. */
const prepared = new Map<string, string>();
const MAX_PREPARED = 5_000;

function prepare(phrase: string): string {
  const known = prepared.get(phrase);
  if (known !== undefined) return known;
  if (prepared.size >= MAX_PREPARED) prepared.clear();
  const words = normaliseWords(phrase);
  prepared.set(phrase, words);
  return words;
}

/** The first phrase that stands in normalised words without a word such as "non" directly before it. */
export function findPhrase(words: string, phrases: readonly string[]): string | undefined {
  const text = ` ${words} `;
  return phrases.find((phrase) => {
    const place = text.indexOf(` ${prepare(phrase)} `);
    return place >= 0 && !NEGATIONS.test(text.slice(0, place + 1));
  });
}
