import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { type Inner, isInner, textAt, valuesIn } from "./inner-values.ts";

/** One value before and after a change; undefined where it was or is empty. */
export type Difference = { path: string; before: string | undefined; after: string | undefined };

/** A line of goods that a change added, removed or changed; lines count from 1. */
export type LineDifference =
  | { kind: "added" | "removed"; line: number; item: unknown }
  | { kind: "changed"; line: number; item: unknown; differences: Difference[] };

/** A field of a manifest before and after a change. */
export type Change = { field: string; before?: unknown; after?: unknown };

/** The fields that users write. */
const FIELDS = [
  "billOfLading", "containerNumber", "containerType", "status", "vessel", "origin", "destination", "shipper",
  "consignee", "weight", "declaredGoods",
] as const; // prettier-ignore

/** The fields that differ between two versions of a manifest. */
export function changesBetween(before: Manifest, after: Manifest): Change[] {
  return FIELDS.map((field) => ({ field, before: before[field], after: after[field] })).filter(
    (change) => !isSame(change.before, change.after),
  );
}

/** The values that a change of a field changed, by their paths from the field on. */
export function differencesOf({ field, before, after }: Change): Difference[] {
  const [old, now] = [new Map(valuesIn(before, field)), new Map(valuesIn(after, field))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((difference) => difference.before !== difference.after);
}

/**
 * The lines of goods that a change added, removed or changed, in their order. Lines that are equal stay, in the longest
 * sequence that both lists have; of the others, a removed and an added one in the same place that share their
 * description or HS code are one line that changed.
 */
export function lineDifferences(before: unknown, after: unknown): LineDifference[] {
  const [old, now] = [before, after].map((list): unknown[] => (Array.isArray(list) ? list : []));
  return gapsBetween(old ?? [], now ?? []).flatMap(({ removed, added }) => {
    const found = added.map(({ line, item }): LineDifference => {
      const index = removed.findIndex((one) => isSameGoods(one.item, item));
      const [former] = index === -1 ? [] : removed.splice(index, 1);
      if (!former) return { kind: "added", line, item };
      return {
        kind: "changed",
        line,
        item,
        differences: differencesOf({ field: "goods", before: former.item, after: item }),
      };
    });
    return [...removed.map((one): LineDifference => ({ kind: "removed", ...one })), ...found];
  });
}

type Line = { line: number; item: unknown };

/** Returns the differences of two lists: the lines between those that both have. */
function gapsBetween(old: unknown[], now: unknown[]): { removed: Line[]; added: Line[] }[] {
  const [oldKeys, nowKeys] = [old.map(keyOf), now.map(keyOf)];
  const lengths = commonLengths(oldKeys, nowKeys);
  const gaps: { removed: Line[]; added: Line[] }[] = [];
  let gap: { removed: Line[]; added: Line[] } | undefined;
  const open = () => {
    if (!gap) gaps.push((gap = { removed: [], added: [] }));
    return gap;
  };
  let [at, to] = [0, 0];
  while (at < old.length || to < now.length) {
    if (at < old.length && to < now.length && oldKeys[at] === nowKeys[to]) {
      [at, to, gap] = [at + 1, to + 1, undefined];
    } else if (
      to >= now.length ||
      (at < old.length && lengthAt(lengths, at + 1, to) >= lengthAt(lengths, at, to + 1))
    ) {
      open().removed.push({ line: at + 1, item: old[at] });
      at += 1;
    } else {
      open().added.push({ line: to + 1, item: now[to] });
      to += 1;
    }
  }
  return gaps;
}

/** Returns the number of lines that the rests of two lists have in common, for each pair of start positions. */
function commonLengths(old: string[], now: string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let at = old.length - 1; at >= 0; at -= 1) {
    for (let to = now.length - 1; to >= 0; to -= 1) {
      const longest =
        old[at] === now[to]
          ? lengthAt(lengths, at + 1, to + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, to), lengthAt(lengths, at, to + 1));
      lengths[at]?.fill(longest, to, to + 1);
    }
  }
  return lengths;
}

const lengthAt = (lengths: Uint16Array[], at: number, to: number) => lengths[at]?.[to] ?? 0;

const isSameGoods = (one: unknown, other: unknown) =>
  ["description", "hsCode"].some((name) => textAt(one, name) !== "" && textAt(one, name) === textAt(other, name));

/** Returns true if two values are the same JSON, in any order of their names. */
export const isSame = (one: unknown, other: unknown): boolean => keyOf(one ?? null) === keyOf(other ?? null);

const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => (isInner(inner) ? sorted(inner) : inner));

const sorted = (object: Inner) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));
