const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LETTER_U = 0x75;

const MAX_DEPTH = 64;
/** Objects, arrays and keys together: bounds the memory that JSON.parse takes for a body of 50 MB. */
const MAX_NODES = 1_000_000;
/** Bytes looked at one by one before a string counts as long and the search goes native. */
const SHORT = 64;

/** A closed object or array is no longer needed, so one entry per level is enough. `keys` is null in an array. */
type Level = { keys: Set<string> | null; expectsKey: boolean };

/**
 * Finds in UTF-8 JSON what `JSON.parse` lets through: nesting over 64, repeated keys, `__proto__` keys, NUL and lone
 * surrogates in strings, and more nodes than a body needs. Returns what is wrong, undefined when nothing is. Says
 * nothing about syntax: that is left to `JSON.parse`. Long strings are skipped without looking at each byte.
 */
export function findUnsafeJson(bytes: Buffer): string | undefined {
  const levels: Level[] = [];
  const strings = createStringScanner(bytes);
  let level: Level | undefined;
  let nodes = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const start = at;
      const end = strings.scan(at + 1);
      if (typeof end === "string") return end;
      at = end;
      if (level?.keys && level.expectsKey) {
        level.expectsKey = false;
        if (++nodes > MAX_NODES) return "holds too many values";
        const key = keyOf(bytes.subarray(start, end + 1));
        if (key === "__proto__") return 'holds the key "__proto__"';
        if (level.keys.has(key)) return `holds the key ${JSON.stringify(key.slice(0, 100))} twice in one object`;
        level.keys.add(key);
      }
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (levels.length === MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH}`;
      if (++nodes > MAX_NODES) return "holds too many values";
      level = { keys: byte === OPEN_OBJECT ? new Set() : null, expectsKey: byte === OPEN_OBJECT };
      levels.push(level);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      levels.pop();
      level = levels.at(-1);
    } else if (byte === COMMA && level) {
      level.expectsKey = level.keys !== null;
    }
  }
  return undefined;
}

function keyOf(quoted: Buffer): string {
  const text = quoted.toString("utf8");
  if (!text.includes("\\")) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Reads strings in order; remembers where the next backslash is, so that bodies without any are searched once. */
function createStringScanner(bytes: Buffer) {
  let nextBackslash = -1;
  const backslashFrom = (at: number) => {
    if (nextBackslash < at) {
      const found = bytes.indexOf(BACKSLASH, at);
      nextBackslash = found === -1 ? bytes.length : found;
    }
    return nextBackslash;
  };
  /** The place of the next quote or backslash at or after `at`; the end of the body without one. */
  const special = (at: number) => {
    const near = Math.min(at + SHORT, bytes.length);
    for (let place = at; place < near; place++) if (bytes[place] === QUOTE || bytes[place] === BACKSLASH) return place;
    const quote = bytes.indexOf(QUOTE, near);
    return Math.min(quote === -1 ? bytes.length : quote, backslashFrom(near));
  };
  /** Goes from behind an opening quote to its closing quote; returns its place, or what is wrong. */
  const scan = (start: number): number | string => {
    let at = start;
    for (;;) {
      at = special(at);
      if (at >= bytes.length || bytes[at] === QUOTE) return at;
      if (bytes[at + 1] !== LETTER_U) {
        at += 2;
        continue;
      }
      const unit = unitAt(bytes, at);
      if (unit === 0) return "holds a NUL character";
      const isHigh = unit >= 0xd800 && unit <= 0xdbff;
      const isLow = unit >= 0xdc00 && unit <= 0xdfff;
      const following = isHigh ? unitAt(bytes, at + 6) : -1;
      if (isLow || (isHigh && !(following >= 0xdc00 && following <= 0xdfff))) return "holds a broken Unicode character";
      at += isHigh ? 12 : 6;
    }
  };
  return { scan };
}

/** The code unit of the `\uXXXX` at this place; -1 when there is none. */
function unitAt(bytes: Buffer, at: number): number {
  const text = bytes.toString("latin1", at, at + 6);
  return /^\\u[0-9a-f]{4}$/i.test(text) ? Number.parseInt(text.slice(2), 16) : -1;
}
