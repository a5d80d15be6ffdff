/** Control characters, line separators, and what turns the direction of a text round. */
const UNPRINTED = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text from the cloud as it is printed on one line: it controls no terminal and hides nothing. */
export const printable = (text: string): string =>
  text.replaceAll(UNPRINTED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A text from the cloud as one word of a command that is offered for copying. */
export const shellWord = (text: string): string => {
  const shown = printable(text);
  return /^[\w./:@-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", String.raw`'\''`)}'`;
};
