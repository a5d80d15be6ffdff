/** What a Python literal becomes: dict → Map (keys may be numbers), list and tuple → array, None → null. */
export type PythonValue = string | number | boolean | null | PythonValue[] | Map<PythonKey, PythonValue>;
type PythonKey = string | number | boolean | null;

/** Deeper nesting than any metadata needs; keeps a hostile file from exhausting the stack. */
const MAX_DEPTH = 32;

const NUMBER = /[+-]?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_]\w*/y;
const WORDS = new Map<string, boolean | null>([
  ["True", true],
  ["False", false],
  ["None", null],
]);
const ESCAPES = new Map([
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["\n", ""],
]);
const CODE_ESCAPES = new Map([
  ["x", /[0-9a-fA-F]{2}/y],
  ["u", /[0-9a-fA-F]{4}/y],
  ["U", /[0-9a-fA-F]{8}/y],
]);

/**
 * Reads a Python literal as `repr()` writes it: dict, list, tuple, str, int, float, True, False, None. Nothing is
 * evaluated. Throws a SyntaxError that names the position for everything else.
 */
export function parsePythonLiteral(text: string): PythonValue {
  let at = 0;

  const fail = (expected: string): never => {
    throw new SyntaxError(
      `Python literal: expected ${expected} at position ${at} of ${JSON.stringify(text.slice(0, 80))}`,
    );
  };
  const skipSpace = (): void => {
    while (/\s/.test(text.charAt(at))) at += 1;
  };
  const take = (token: string): boolean => {
    skipSpace();
    if (!text.startsWith(token, at)) return false;
    at += token.length;
    return true;
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };

  const escaped = (): string => {
    const letter = text.charAt(at);
    at += 1;
    const digits = CODE_ESCAPES.get(letter);
    if (!digits) return ESCAPES.get(letter) ?? fail("a known escape");
    const code = Number.parseInt(match(digits) ?? fail("hexadecimal digits"), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : fail("a code point up to 10ffff");
  };
  const string = (quote: string): string => {
    let value = "";
    for (;;) {
      if (at >= text.length) fail(`a closing ${quote}`);
      const character = text.charAt(at);
      at += 1;
      if (character === quote) return value;
      value += character === "\\" ? escaped() : character;
    }
  };
  const sequence = (close: string, depth: number): { items: PythonValue[]; comma: boolean } => {
    const items: PythonValue[] = [];
    let comma = false;
    while (!take(close)) {
      if (items.length > 0 && !comma) fail(`"," or "${close}"`);
      items.push(value(depth + 1));
      comma = take(",");
    }
    return { items, comma };
  };
  const dictionary = (depth: number): PythonValue => {
    const entries = new Map<PythonKey, PythonValue>();
    let comma = true;
    while (!take("}")) {
      if (!comma) fail('"," or "}"');
      const key = value(depth + 1);
      if (typeof key === "object" && key !== null) return fail("a plain key");
      if (!take(":")) fail('":"');
      entries.set(key, value(depth + 1));
      comma = take(",");
    }
    return entries;
  };
  const parenthesised = (depth: number): PythonValue => {
    const { items, comma } = sequence(")", depth);
    const [only] = items;
    return items.length === 1 && !comma && only !== undefined ? only : items;
  };
  const value = (depth: number): PythonValue => {
    if (depth > MAX_DEPTH) fail(`at most ${MAX_DEPTH} levels`);
    if (take("{")) return dictionary(depth);
    if (take("[")) return sequence("]", depth).items;
    if (take("(")) return parenthesised(depth);
    if (take("'")) return string("'");
    if (take('"')) return string('"');
    const number = match(NUMBER);
    if (number !== undefined) return Number(number.replaceAll("_", ""));
    const word = match(WORD);
    const known = word === undefined ? undefined : WORDS.get(word);
    return known === undefined ? fail("a literal") : known;
  };

  const result = value(0);
  skipSpace();
  if (at < text.length) fail("the end");
  return result;
}
