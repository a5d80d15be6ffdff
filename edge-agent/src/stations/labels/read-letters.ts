import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "opentype.js/dist/opentype.mjs";

/** The first and last character of Latin, Greek and Cyrillic, as far as languages of today use them. */
const RANGES = ["\u0020\u007e", "\u00a0\u017f", "\u0370\u03ff", "\u0400\u045f"];
const FONT = "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff";

/** The text of `letters.json`: the width and the outline of each letter, in units of which an em has 2048. */
export function readLetters(): string {
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(FONT)));
  const font = parse(new Uint8Array(bytes).buffer);
  const characters = RANGES.flatMap(([first = "", last = ""]) => between(first, last));
  const lines = characters.flatMap((character) => {
    const glyph = font.charToGlyph(character);
    if (glyph.index === 0) return [];
    const outline = glyph.getPath(0, 0, font.unitsPerEm).toPathData(0);
    return [`  ${JSON.stringify(character)}: ${describe(Math.round(glyph.advanceWidth ?? 0), outline)}`];
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}

const describe = (width: number, outline: string) => `{ "width": ${width}, "outline": ${JSON.stringify(outline)} }`;

function between(first: string, last: string): string[] {
  const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
}
