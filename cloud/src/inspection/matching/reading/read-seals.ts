import distance from "damerau-levenshtein";
import { isObject } from "./is-object.ts";

/** A seal number that lines declare. */
export type DeclaredSeal = { number: string; key: string; lines: number[] };

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
 * lading; texts and numbers, alone or in lists. Each number once, with the lines that state it.
 */
export function readSeals(lines: readonly { line: number; raw: Readonly<Record<string, unknown>> }[]): DeclaredSeal[] {
  const stated = lines.flatMap(({ line, raw }) =>
    [raw["sealNumber"], raw["sealNumbers"], raw["seals"]].flatMap(textsOf).map((number) => ({ number, line })),
  );
  const byKey = Map.groupBy(stated, ({ number }) => sealKey(number));
  byKey.delete("");
  return [...byKey].slice(0, MAX_SEALS).map(([key, group]) => ({
    number: group[0]?.number ?? key,
    key,
    lines: [...new Set(group.map(({ line }) => line))],
  }));
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value))
    return value.slice(0, MAX_SEALS).flatMap((one: unknown) => textsOf(isObject(one) ? one["number"] : one));
  return typeof value === "string" || typeof value === "number" ? [String(value).trim()] : [];
}
