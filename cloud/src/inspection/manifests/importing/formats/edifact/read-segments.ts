// @ts-expect-error The library comes without types.
import Parser from "edifact/parser.js";
import type { Separators } from "./separators.ts";

/** The part of the library that reading a segment needs. */
type Tokenizer = {
  encoding: (level: "UNOY") => void;
  configure: (codes: Record<string, number>) => void;
  onopensegment: (tag: string) => void;
  onelement: () => void;
  oncomponent: (text: string) => void;
  write: (chunk: string) => void;
  end: () => void;
};
const TypedParser: new () => Tokenizer = Parser;

/** One segment of an interchange; `position` counts from 1 in the file, `line` is the one that it begins in. */
export type Segment = { tag: string; elements: string[][]; position: number; line: number };
/** A piece of the file between two terminators that is not a segment. */
export type Unreadable = { tag: null; text: string; problem: string; position: number; line: number };

/** Longest segment in characters; EDIFACT's own limits allow far less. */
const MAX_LENGTH = 100_000;
/** The code that stands for a character which no text has. */
const NONE = 1;

type Piece = { text: string; line: number; isEnded: boolean };

/**
 * Reads the segments one by one. Each is read by itself, so that one that cannot be read affects no other; the last
 * one is unreadable where it has no terminator.
 */
export function* readSegments(text: string, separators: Separators): Generator<Segment | Unreadable> {
  let position = 0;
  let tokenizer = openTokenizer(separators);
  const unwrap = chooseUnwrap(text, new Set(Object.values(separators)));
  for (const { text: piece, line, isEnded } of splitAtTerminators(text, separators)) {
    position += 1;
    const place = { position, line };
    const refused = isEnded ? undefined : "is not ended by the segment terminator: the file is cut off";
    const problem = refused ?? judgePiece(piece);
    const read = problem ?? tokenizer(unwrap(piece) + separators.terminator);
    if (typeof read !== "string") yield { ...read, ...place };
    else {
      yield { tag: null, text: piece.slice(0, 200), problem: read, ...place };
      if (problem === undefined) tokenizer = openTokenizer(separators);
    }
  }
}

function judgePiece(piece: string): string | undefined {
  if (piece === "") return "is empty";
  return piece.length > MAX_LENGTH ? "is longer than 100,000 characters" : undefined;
}

/** Splits text behind each terminator that no release character makes data; white space around pieces is left out. */
function* splitAtTerminators(text: string, { terminator, release }: Separators): Generator<Piece> {
  let [start, line] = [0, 1];
  for (let end = text.indexOf(terminator); end >= 0; end = text.indexOf(terminator, end + 1)) {
    if (isReleased(text, end, release)) continue;
    const piece = text.slice(start, end);
    const trimmed = piece.trimStart();
    yield { text: trimmed, line: line + countBreaks(piece.slice(0, piece.length - trimmed.length)), isEnded: true };
    line += countBreaks(piece);
    start = end + 1;
  }
  const rest = text.slice(start);
  // Some systems end files by Ctrl+Z or NUL.
  const last = rest.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (last !== "") yield { text: last, line: line + countBreaks(/^\s*/.exec(rest)?.[0] ?? ""), isEnded: false };
}

/** True behind an odd number of release characters: the second of two is data itself. */
function isReleased(text: string, at: number, release: string | undefined): boolean {
  if (release === undefined) return false;
  let before = at - 1;
  while (text[before] === release) before -= 1;
  return (at - 1 - before) % 2 === 1;
}

const countBreaks = (text: string) => (/[\r\n]/.test(text) ? text.split(/\r\n|\n|\r/).length - 1 : 0);

/**
 * Line breaks inside segments are dropped where all lines but the last have one length, since the sender then wrapped
 * the file; elsewhere they stand between words.
 */
function chooseUnwrap(text: string, separators: ReadonlySet<string | undefined>): (piece: string) => string {
  const lines = text
    .slice(0, 100_000)
    .trimEnd()
    .split(/\r\n|\n|\r/);
  const width = lines[0]?.length ?? 0;
  const isWrapped = lines.length > 2 && width > 30 && lines.slice(1, -1).every(({ length }) => length === width);
  const between = isWrapped ? "" : " ";
  // Other control characters are no data, and the tokenizer refuses them.
  const blank = (sign: string) => (separators.has(sign) ? sign : " ");
  return (piece) =>
    /\p{Cc}/u.test(piece) ? piece.replaceAll(/\r\n|\n|\r/g, between).replaceAll(/\p{Cc}/gu, blank) : piece;
}

/** Returns a function that reads one whole segment, or returns why it cannot. */
function openTokenizer({ component, element, decimalMark, release, terminator }: Separators) {
  const parser = new TypedParser();
  // The level that takes all characters: the text was decoded before.
  parser.encoding("UNOY");
  parser.configure({
    segmentTerminator: terminator.charCodeAt(0),
    dataElementSeparator: element.charCodeAt(0),
    componentDataSeparator: component.charCodeAt(0),
    decimalMark: decimalMark.trim() === "" ? NONE : decimalMark.charCodeAt(0),
    releaseCharacter: release?.charCodeAt(0) ?? NONE,
  });
  let tag = "";
  let elements: string[][] = [];
  parser.onopensegment = (name) => {
    tag = name;
    elements = [];
  };
  parser.onelement = () => elements.push([]);
  parser.oncomponent = (text) => elements.at(-1)?.push(text);
  return (text: string): { tag: string; elements: string[][] } | string => {
    try {
      parser.write(text);
      parser.end();
    } catch {
      return "is not a segment: three capital letters and separated elements were expected";
    }
    return /^[A-Z]{3}$/.test(tag) ? { tag, elements } : `begins with "${tag}" and not with three capital letters`;
  };
}
