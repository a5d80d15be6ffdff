const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LETTER_U = 0x75;

const MAX_DEPTH = 64;

/**
 * Limits on the contents of JSON: objects, arrays and keys together, and values in arrays. Both bound time and
 * memory.
 */
export type JsonLimits = { structures: number; elements: number };

/**
 * Few enough to be checked on the main thread without delaying other requests. The largest batch of stream events has
 * 70,000 structures. Values in lists have a separate limit, since each can be an error that takes microseconds.
 */
const MANY_VALUES: JsonLimits = { structures: 100_000, elements: 20_000 };
/**
 * More than any body needs: 1,000 detections with outlines of 500 points have 12,000 structures and 1,000,000 elements.
 */
export const MOST_VALUES: JsonLimits = { structures: 200_000, elements: 1_010_000 };
/** Reason for the refusal of JSON beyond its limits; continues the text "The body". */
export const TOO_MANY_VALUES = "holds too many values";

/** Bytes looked at one by one before a string counts as long and the search goes native. */
const SHORT = 64;

/** 1 for every byte that means nothing outside strings here: numbers, words, white space. */
const IS_PLAIN = new Uint8Array(256).fill(1);
for (const byte of [QUOTE, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT]) IS_PLAIN[byte] = 0;

/**
 * State of the object or array that is open at one depth. Levels are used again for the next one that opens there.
 */
type Level = { isObject: boolean; expectsKey: boolean; keys: Set<string> };

/**
 * Finds problems in UTF-8 JSON that `JSON.parse` accepts: nesting over 64, repeated keys, `__proto__` keys, NUL and
 * lone surrogates in strings, and more values than `limits` allow. Returns the problem, undefined if there is none.
 * Does not check syntax, which `JSON.parse` does. Long strings are skipped without looking at each byte. Strings
 * inside more than `textDepth` objects and arrays are left to their reader.
 */
export function findUnsafeJson(
  bytes: Buffer,
  { textDepth = MAX_DEPTH, limits = MANY_VALUES }: { textDepth?: number | undefined; limits?: JsonLimits } = {},
): string | undefined {
  const strings = createStringScanner(bytes);
  const open = createOpenLevels(limits);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (IS_PLAIN[byte] === 1) continue;
    let problem: string | undefined;
    if (byte === QUOTE) {
      const end = strings.scan(at + 1, open.depth() <= textDepth);
      if (typeof end === "string") return end;
      if (open.expectsKey()) problem = open.addKey(keyOf(bytes, at, end));
      at = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) problem = open.enter(byte === OPEN_OBJECT);
    else if (byte === COMMA) problem = open.next();
    else open.leave();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The open objects and arrays, and the number of values. Each step returns its problem, if any. */
function createOpenLevels(limits: JsonLimits) {
  const levels = Array.from({ length: MAX_DEPTH }, (): Level => ({
    isObject: false,
    expectsKey: false,
    keys: new Set(),
  }));
  let depth = 0;
  let level: Level | undefined;
  let [structures, elements] = [0, 0];
  return {
    depth: () => depth,
    expectsKey: () => level?.expectsKey === true,
    addKey(key: string): string | undefined {
      if (!level) return undefined;
      level.expectsKey = false;
      if (++structures > limits.structures) return TOO_MANY_VALUES;
      if (key === "__proto__") return 'holds the key "__proto__"';
      if (level.keys.has(key)) return "holds a key twice in one object";
      level.keys.add(key);
      return undefined;
    },
    enter(isObject: boolean): string | undefined {
      if (++structures > limits.structures) return TOO_MANY_VALUES;
      level = levels[depth++];
      if (!level) return `is nested deeper than ${MAX_DEPTH}`;
      level.isObject = level.expectsKey = isObject;
      level.keys.clear();
      return undefined;
    },
    leave(): void {
      depth = Math.max(0, depth - 1);
      level = depth === 0 ? undefined : levels[depth - 1];
    },
    /** Handles a comma; returns a problem if the arrays hold too many values. */
    next(): string | undefined {
      if (level?.isObject) level.expectsKey = true;
      else if (++elements > limits.elements) return TOO_MANY_VALUES;
      return undefined;
    },
  };
}

/** A key by its UTF-8 bytes, one character each, with its escapes resolved; what cannot be parsed stays as it is. */
function keyOf(bytes: Buffer, start: number, end: number): string {
  const raw = bytes.toString("latin1", start + 1, end);
  if (!raw.includes("\\")) return raw;
  try {
    return Buffer.from(String(JSON.parse(bytes.toString("utf8", start, end + 1)))).toString("latin1");
  } catch {
    return raw;
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
  /**
   * Scans from after an opening quote to its closing quote; returns its position, or the problem of the string if
   * `isChecked`.
   */
  const scan = (start: number, isChecked: boolean): number | string => {
    let at = start;
    for (;;) {
      at = special(at);
      if (at >= bytes.length || bytes[at] === QUOTE) return at;
      if (bytes[at + 1] !== LETTER_U || !isChecked) {
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
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LETTER_U) return -1;
  let unit = 0;
  for (let place = at + 2; place < at + 6; place++) {
    const digit = hexDigit(bytes[place] ?? 0);
    if (digit === -1) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}
