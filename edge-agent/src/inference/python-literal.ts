/** Value of a Python literal: dict → Map (keys may be numbers), list and tuple → array, None → null. */
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
  const scanner = createScanner(text);
  const value = readValue(scanner, 0);
  scanner.expectEnd();
  return value;
}

type Scanner = ReturnType<typeof createScanner>;

/** Walks over the text; `fail` names the place that was reached. */
function createScanner(text: string) {
  let at = 0;
  const fail = (expected: string): never => {
    const shown = JSON.stringify(text.slice(0, 80));
    throw new SyntaxError(`Python literal: expected ${expected} at position ${at} of ${shown}`);
  };
  const skipSpace = (): void => {
    while (/\s/.test(text.charAt(at))) at += 1;
  };
  return {
    fail,
    /** Takes a token, after white space, if it comes next. */
    take(token: string): boolean {
      skipSpace();
      if (!text.startsWith(token, at)) return false;
      at += token.length;
      return true;
    },
    /** Takes the text that a sticky pattern matches here. */
    match(pattern: RegExp): string | undefined {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) at += found.length;
      return found;
    },
    /** Takes one character; empty at the end of the text. */
    next(): string {
      const character = text.charAt(at);
      at += character.length;
      return character;
    },
    expectEnd(): void {
      skipSpace();
      if (at < text.length) fail("the end");
    },
  };
}

function readValue(scanner: Scanner, depth: number): PythonValue {
  if (depth > MAX_DEPTH) scanner.fail(`at most ${MAX_DEPTH} levels`);
  if (scanner.take("{")) return readDictionary(scanner, depth);
  if (scanner.take("[")) return readSequence(scanner, "]", depth).items;
  if (scanner.take("(")) return readParenthesised(scanner, depth);
  if (scanner.take("'")) return readString(scanner, "'");
  if (scanner.take('"')) return readString(scanner, '"');
  const number = scanner.match(NUMBER);
  if (number !== undefined) return Number(number.replaceAll("_", ""));
  const word = scanner.match(WORD);
  const known = word === undefined ? undefined : WORDS.get(word);
  return known === undefined ? scanner.fail("a literal") : known;
}

function readDictionary(scanner: Scanner, depth: number): PythonValue {
  const entries = new Map<PythonKey, PythonValue>();
  let comma = true;
  while (!scanner.take("}")) {
    if (!comma) scanner.fail('"," or "}"');
    const key = readValue(scanner, depth + 1);
    if (typeof key === "object" && key !== null) return scanner.fail("a plain key");
    if (!scanner.take(":")) scanner.fail('":"');
    entries.set(key, readValue(scanner, depth + 1));
    comma = scanner.take(",");
  }
  return entries;
}

function readSequence(scanner: Scanner, close: string, depth: number): { items: PythonValue[]; comma: boolean } {
  const items: PythonValue[] = [];
  let comma = false;
  while (!scanner.take(close)) {
    if (items.length > 0 && !comma) scanner.fail(`"," or "${close}"`);
    items.push(readValue(scanner, depth + 1));
    comma = scanner.take(",");
  }
  return { items, comma };
}

/** A tuple, or the one value in parentheses that no comma follows. */
function readParenthesised(scanner: Scanner, depth: number): PythonValue {
  const { items, comma } = readSequence(scanner, ")", depth);
  const [only] = items;
  return items.length === 1 && !comma && only !== undefined ? only : items;
}

function readString(scanner: Scanner, quote: string): string {
  let value = "";
  for (;;) {
    const character = scanner.next();
    if (character === "") scanner.fail(`a closing ${quote}`);
    if (character === quote) return value;
    value += character === "\\" ? readEscaped(scanner) : character;
  }
}

function readEscaped(scanner: Scanner): string {
  const letter = scanner.next();
  const digits = CODE_ESCAPES.get(letter);
  if (!digits) return ESCAPES.get(letter) ?? scanner.fail("a known escape");
  const code = Number.parseInt(scanner.match(digits) ?? scanner.fail("hexadecimal digits"), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : scanner.fail("a code point up to 10ffff");
}
