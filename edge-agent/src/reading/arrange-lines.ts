import type { Character } from "./find-characters.ts";

/** Characters in reading order; those of a column are one below the other. */
export type Line = { isRow: boolean; characters: Character[] };

/** A number may be on up to three lines, such as owner, serial number and check digit. */
const MAX_LINES = 3;
/** A line of more characters is none of a number. */
const MAX_CHARACTERS = 24;

/**
 * The readings that could hold a container number: one line, or up to three that follow each other, with the owner
 * first, of at least so many characters. Rows follow from top to bottom, columns from left to right.
 */
export function arrangeLines(characters: readonly Character[], minimum: number): Line[][] {
  const readings: Line[][] = [];
  for (const lines of Map.groupBy(linesOf(characters), ({ isRow }) => isRow).values()) {
    const following = new Map(lines.map((line) => [line, linesAfter(line, lines)]));
    for (const line of lines) extendReading([line], following, { minimum, readings });
  }
  return readings;
}

/** All lines of characters that follow each other: rows first, then columns. */
export function linesOf(characters: readonly Character[]): Line[] {
  return [true, false].flatMap((isRow) =>
    chainCharacters(characters, isRow).map((chain) => ({ isRow, characters: chain })),
  );
}

/** The lines that may be read next. None is skipped, but for single characters, which dirt looks like. */
function linesAfter(line: Line, lines: readonly Line[]): Line[] {
  const after = lines.filter((next) => next !== line && follows(line, next));
  const texts = after.filter(({ characters }) => characters.length > 1);
  return after.filter((next) => !texts.some((between) => between !== next && follows(between, next)));
}

function extendReading(
  reading: Line[],
  following: ReadonlyMap<Line, Line[]>,
  into: { minimum: number; readings: Line[][] },
): void {
  const count = reading.reduce((sum, line) => sum + line.characters.length, 0);
  if (count >= into.minimum && count <= MAX_CHARACTERS * reading.length) into.readings.push(reading);
  if (reading.length === MAX_LINES || count > MAX_CHARACTERS) return;
  const last = reading.at(-1);
  for (const next of (last && following.get(last)) ?? []) extendReading([...reading, next], following, into);
}

/** Each character is linked to the nearest one after it, if that one has no nearer one before it. */
function chainCharacters(characters: readonly Character[], isRow: boolean): Character[][] {
  const next = new Map<Character, Character>();
  const before = new Map<Character, { from: Character; distance: number }>();
  const links = characters.flatMap((from) =>
    characters.flatMap((to) => {
      const distance = linkDistance(from, to, isRow);
      return distance === null ? [] : [{ from, to, distance }];
    }),
  );
  for (const { from, to, distance } of links.toSorted((a, b) => a.distance - b.distance)) {
    if (next.has(from) || before.has(to)) continue;
    next.set(from, to);
    before.set(to, { from, distance });
  }
  const starts = characters.filter((character) => !before.has(character));
  return starts.map((start) => {
    const chain = [start];
    for (let at = next.get(start); at; at = next.get(at)) chain.push(at);
    return chain;
  });
}

/** Returns the distance to the next character of a line, in character heights; null if `to` does not follow. */
function linkDistance(from: Character, to: Character, isRow: boolean): number | null {
  if (from === to || ratio(from.height, to.height) > 1.7) return null;
  const size = (from.height + to.height) / 2;
  const [across, down] = [(to.x - from.x) / size, (to.y - from.y) / size];
  const [along, aside] = isRow ? [across, down] : [down, across];
  // A tilt of 27°, and half of the next line's distance.
  if (along < (isRow ? 0.25 : 0.7) || along > (isRow ? 2.8 : 3.4)) return null;
  if (Math.abs(aside) > 0.3 + 0.45 * along) return null;
  return Math.hypot(along, 2 * aside);
}

/** Returns true if `next` is read after `line`: it lies beside it, near, in letters of the same size. */
function follows(line: Line, next: Line): boolean {
  const [one, other] = [extentOf(line), extentOf(next)];
  if (ratio(one.size, other.size) > 1.5) return false;
  const direction = directionOf(line.characters.length > 1 ? line : next);
  const [head, start] = [line.characters[0], next.characters[0]];
  if (!head || !start) return false;
  const [x, y] = [(start.x - head.x) / one.size, (start.y - head.y) / one.size];
  const along = x * direction.x + y * direction.y;
  const aside = line.isRow ? y * direction.x - x * direction.y : x * direction.y - y * direction.x;
  // A second row begins near the first one's beginning, or under its end.
  const reach = one.length / one.size;
  return aside > 0.8 && aside < 2.6 && along > -3 && along < reach + 1;
}

function directionOf({ characters, isRow }: Line): { x: number; y: number } {
  const [first, last] = [characters[0], characters.at(-1)];
  const [x, y] = first && last ? [last.x - first.x, last.y - first.y] : [0, 0];
  const length = Math.hypot(x, y);
  if (length === 0) return isRow ? { x: 1, y: 0 } : { x: 0, y: 1 };
  return { x: x / length, y: y / length };
}

function extentOf({ characters }: Line): { size: number; length: number } {
  const heights = characters.map(({ height }) => height).toSorted((a, b) => a - b);
  const [first, last] = [characters[0], characters.at(-1)];
  return {
    size: heights[heights.length >> 1] ?? 1,
    length: first && last ? Math.hypot(last.x - first.x, last.y - first.y) : 0,
  };
}

const ratio = (a: number, b: number): number => Math.max(a, b) / Math.max(1e-6, Math.min(a, b));
