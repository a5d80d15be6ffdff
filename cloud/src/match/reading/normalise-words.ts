/** Maximum length of the text that is read, in UTF-16 units. */
export const MAX_READ = 500;

const UMLAUTS: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ı: "i",
};

/**
 * Lower-case words of letters and digits, one space apart, without a plural's s; empty for anything but text. Umlauts
 * are written out, accents are dropped, and each character of a script without spaces, such as Chinese, is a word.
 */
export function normaliseWords(value: unknown): string {
  if (typeof value !== "string") return "";
  const text = value.slice(0, MAX_READ);
  // Stryker disable next-line Regex: the path of other texts reads these as well, but takes several times as long
  const isPlain = /^[ -~]*$/.test(text);
  const words = isPlain ? text.toLowerCase().match(/[a-z0-9]+/g) : splitUnicode(text);
  return (words ?? []).map(dropPlural).join(" ");
}

/** Returns `normaliseWords` that reads each text once: hundreds of detections have few classes. */
export function createNormaliser(): (value: string | null) => string {
  const known = new Map<string | null, string>();
  return (value) => {
    const words = known.get(value) ?? normaliseWords(value);
    // Stryker disable next-line CallExpression: words are kept only to save the work of making them again
    known.set(value, words);
    return words;
  };
}

function splitUnicode(text: string): string[] | null {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[äöüßæœøı]/g, (letter) => UMLAUTS[letter] ?? letter)
    .normalize("NFD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, " $& ")
    .match(/[\p{L}\p{M}\p{N}]+/gu);
}

function dropPlural(word: string): string {
  // Stryker disable next-line ConditionalExpression,StringLiteral: both endings end so, and most words do not
  if (word.length <= 3 || !word.endsWith("s")) return word;
  return word.replace(/(?<=..)ies$/, "y").replace(/(?:(?<=x|ss|sh|ch)es|(?<!s)s)$/, "");
}
