const MAX_LENGTH = 200;

/** Text of a device as a terminal shows it: control characters and those that change directions are written out. */
export const printable = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
