import distance from "damerau-levenshtein";
import { isObject } from "./is-object.ts";
import { isNotStated } from "./not-stated.ts";

/** A seal number that lines declare. */
export type DeclaredSeal<Line> = { number: string; key: string; lines: Line[] };

/** A seal number as it is compared: capital letters and digits. */
export const sealKey = (text: string) =>
  text
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .slice(0, MAX_LENGTH);

/** Characters by which two keys differ: replaced, missing or added; two neighbours that changed places count once. */
export const countDifferences = (one: string, other: string) => distance(one, other).steps;

const MAX_LENGTH = 40;
const MAX_SEALS = 50;

/**
 * Seal numbers of declared lines: `sealNumber` or `sealNumbers`, or `seals` with their `number` as in a DCSA bill of
 * lading; texts and numbers, alone or in a list. Entries such as "N/A" are none. Each number once, with the lines that
 * state it.
 */
export function readSeals<Line extends { raw: Readonly<Record<string, unknown>> }>(
  lines: readonly Line[],
): DeclaredSeal<Line>[] {
  const stated = lines.flatMap((line) =>
    [line.raw["sealNumber"], line.raw["sealNumbers"], line.raw["seals"]]
      .flat()
      .flatMap(readNumber)
      .map((number) => ({ key: sealKey(number), number, line })),
  );
  const byKey = Map.groupBy(stated, ({ key }) => key);
  byKey.delete("");
  return [...byKey].slice(0, MAX_SEALS).map(([key, group]) => ({
    number: group.map(({ number }) => number)[0] ?? key,
    key,
    lines: [...new Set(group.map(({ line }) => line))],
  }));
}

function readNumber(seal: unknown): string[] {
  const number = isObject(seal) ? seal["number"] : seal;
  const text = typeof number === "string" || typeof number === "number" ? String(number).trim() : "";
  return text === "" || isNotStated(text) ? [] : [text];
}
