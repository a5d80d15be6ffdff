import type { Pseudonym } from "./erasure-rules.ts";

/** A regular expression of Postgres, and what stands in place of its matches: `\1` and the text after it. */
export type TextReplacement = { pattern: string; replacement: string };

/**
 * The text may follow the beginning, a character that belongs to no word or address, or an escape sequence of JSON such
 * as `\n`, whose letter is none of the text.
 */
const START = String.raw`(^|[^\w.%+-]|\\[nrtbf]|\\u[0-9a-f]{4})`;
/** Not in the middle of a longer word or domain; a full stop may end a sentence. */
const END = String.raw`(?![\w-]|\.\w)`;

/** Finds addresses as whole words, in any case, as plain text and as JSON, HTML and URLs contain them. */
export const addressReplacement = (addresses: readonly string[], { email }: Pseudonym): TextReplacement | undefined =>
  replacementOf(addresses, email);

/** The same of names. */
export const nameReplacement = (names: readonly string[], { name }: Pseudonym): TextReplacement | undefined =>
  replacementOf(names, name);

function replacementOf(texts: readonly string[], pseudonym: string): TextReplacement | undefined {
  if (texts.length === 0) return undefined;
  const forms = [...new Set(texts.flatMap(formsOf))].toSorted((one, other) => other.length - one.length);
  return { pattern: `${START}(?:${forms.map(escapePattern).join("|")})${END}`, replacement: `\\1${pseudonym}` };
}

/**
 * A text as it is and as JSON, HTML and URLs write it, also in capitals and small letters: a database with the locale
 * `C` ignores the case of ASCII letters alone.
 */
const formsOf = (text: string): string[] =>
  [text, text.toUpperCase(), text.toLowerCase()].flatMap((cased) => writtenForms(cased));

function writtenForms(text: string): string[] {
  const html = text
    .replaceAll("&", "&amp;")
    .replaceAll("'", "&#39;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  const escaped = JSON.stringify(text).slice(1, -1);
  return [text, escaped, html, encodeURIComponent(text), encodeURIComponent(text).replaceAll("%20", "+")];
}

const escapePattern = (text: string) => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
