import type { MappedRow } from "./map-rows.ts";

/** Maximum number of lines, and of bytes, that the service accepts in one request. */
export const MOST_LINES = 5_000;
const MOST_BYTES = 4_000_000;
/** Number of lines sent at once: fewer, so that progress is visible and little is sent again after an outage. */
export const LINES_AT_ONCE = 1_000;

/** Body of one request, with the rows that it holds. */
export type Part = {
  body: string;
  rows: MappedRow[];
  /** The row on a line of the body, counted from 1. */
  rowAt: (line: number) => MappedRow | undefined;
};

type Limits = { lines: number; bytes: number };

/**
 * Splits rows into parts that the service takes at once, in their order. The rows of one manifest stay together: a
 * second part would replace the goods of the first. What cannot be sent is in no part; `tooLarge` are the rows of
 * manifests that are larger than a part.
 */
export function splitParts(
  rows: readonly MappedRow[],
  header: string | undefined,
  limits: Limits = { lines: LINES_AT_ONCE, bytes: MOST_BYTES },
): { parts: Part[]; tooLarge: MappedRow[] } {
  const room = { lines: limits.lines, bytes: limits.bytes - (header === undefined ? 0 : bytesOf(header)) };
  const groups = [
    ...Map.groupBy(
      rows.filter(({ text }) => text !== undefined),
      ({ manifest }) => manifest,
    ).values(),
  ];
  const sized = groups.map((group) => ({ group, bytes: group.reduce((sum, { text = "" }) => sum + bytesOf(text), 0) }));
  const fits = ({ group, bytes }: (typeof sized)[number]) => group.length <= room.lines && bytes <= room.bytes;
  const parts: MappedRow[][] = [];
  let [lines, bytes] = [Infinity, Infinity];
  for (const one of sized.filter(fits)) {
    if (lines + one.group.length > room.lines || bytes + one.bytes > room.bytes) {
      parts.push([]);
      [lines, bytes] = [0, 0];
    }
    parts.at(-1)?.push(...one.group);
    [lines, bytes] = [lines + one.group.length, bytes + one.bytes];
  }
  const tooLarge = sized.filter((one) => !fits(one)).flatMap(({ group }) => group);
  return { parts: parts.map((part) => partOf(part, header)), tooLarge };
}

function partOf(rows: MappedRow[], header: string | undefined): Part {
  const texts = rows.map(({ text = "" }) => text);
  const body = [...(header === undefined ? [] : [header]), ...texts].map((text) => `${text}\n`).join("");
  const starts: number[] = [];
  let line = header === undefined ? 1 : 2;
  for (const text of texts) {
    starts.push(line);
    line += text.split(/\r\n|\n|\r/).length;
  }
  return { body, rows, rowAt: (wanted) => rows[starts.findLastIndex((start) => start <= wanted)] };
}

/** The bytes of a row and its line break. */
const bytesOf = (text: string) => new TextEncoder().encode(text).length + 1;
