import type { Pseudonym } from "./erasure-rules.ts";

/**
 * Regular expressions of Postgres for plain text and for JSON as text, and the replacement of their matches: `\1` and
 * the text after it.
 */
export type TextReplacement = { plain: string; json: string; replacement: string };

/**
 * Patterns of the characters that may come before and after a text, without the backslash before it.
 */
type Boundary = { start: string; end: string };

/** The last letter of an escape sequence of URLs is none of the text after it. */
const OF_URL = "%[0-9a-f]{2}";
/** The same in JSON: `\n`, `\u0007`, and a backslash, which is two of them, so that an odd number is none. */
const OF_JSON = String.raw`\\[nrtbf]|\\u[0-9a-f]{4}|(?:^|[^\\])(?:\\\\)+`;

/**
 * Boundary of an address, which must not be in the middle of a longer one: a full stop, a hyphen or the like belongs
 * to an address if a letter is on its other side, and otherwise to the sentence.
 */
const OF_ADDRESS: Boundary = {
  start: String.raw`^|[^\w.%+\\-]|(?:^|[^\w.%+\\-])[.%+-]+|${OF_URL}`,
  end: String.raw`(?!-*\w|\.\w)`,
};
/**
 * Boundary of a name, which must not be in the middle of a longer word, nor beside a hyphen that joins it to another
 * name.
 */
const OF_NAME: Boundary = {
  start: String.raw`^|[^[:alnum:]\\-]|(?:^|[^[:alnum:]\\-])-+|${OF_URL}`,
  end: "(?!-?[[:alnum:]])",
};

/** Finds addresses as whole words, in any case, as plain text and as JSON, HTML and URLs contain them. */
export const addressReplacement = (addresses: readonly string[], { email }: Pseudonym): TextReplacement | undefined =>
  replacementOf(addresses, email, OF_ADDRESS);

/** The same of names. */
export const nameReplacement = (names: readonly string[], { name }: Pseudonym): TextReplacement | undefined =>
  replacementOf(names, name, OF_NAME);

function replacementOf(
  texts: readonly string[],
  pseudonym: string,
  { start, end }: Boundary,
): TextReplacement | undefined {
  if (texts.length === 0) return undefined;
  const forms = [...new Set(texts.flatMap(formsOf))].toSorted((one, other) => other.length - one.length);
  const text = `(?:${forms.map(patternOf).join("|")})${end}`;
  return {
    plain: String.raw`(${start}|\\)${text}`,
    json: `(${start}|${OF_JSON})${text}`,
    replacement: `\\1${pseudonym}`,
  };
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

/** A form of a text as a pattern, whose spaces may be line breaks. */
const patternOf = (text: string) =>
  text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`).replaceAll(/\s+/g, () => String.raw`(?:\s|\\[nrt])+`);
