import { isObject } from "../../match/reading/is-object.ts";
import { nameLine } from "../../match/reading/name-line.ts";

/** Fields of a manifest that are not declared in it. */
const OWN_FIELDS = new Set(["id", "containerId", "createdBy", "createdAt", "updatedAt", "numberCheck"]);

/** Maximum number of values that one sentence names; the history of a manifest has all. */
const MAX_NAMED = 100;
const MAX_VALUE = 80;

type Content = Readonly<Record<string, unknown>>;
type Leaf = { path: string; value: unknown };

/**
 * Names what a change of a manifest removed, replaced and added: ` Removed: line 2, Lubricating oil (packageCode DR).
 * Replaced: weight.gross.value 900 by 300.`; empty where nothing was declared before or after.
 */
export function describeAmended(before: Content, after: Content): string {
  const [lines, newLines] = [linesOf(before["declaredGoods"]), linesOf(after["declaredGoods"])];
  const { removed, replaced, added } = compareLines(lines, newLines);
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => field !== "declaredGoods" && !OWN_FIELDS.has(field),
  );
  const leaves = fields.map((field) => compareLeaves(leavesOf(before[field], field), leavesOf(after[field], field)));
  return [
    ["Removed", [...removed, ...leaves.flatMap((one) => one.removed)]] as const,
    ["Replaced", [...replaced, ...leaves.flatMap((one) => one.replaced)]] as const,
    ["Added", [...added, ...leaves.flatMap((one) => one.added)]] as const,
  ]
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => ` ${what}: ${listAll(names)}.`)
    .join("");
}

/** The goods that a manifest declares, line by line with all their values; empty where it declares none. */
export function describeDeclared(declaredGoods: unknown): string {
  return listAll(linesOf(declaredGoods).map((line, index) => describeLine(line, index)));
}

/** Lines that are the same on both sides do not count, wherever they stand; the others are compared in their order. */
function compareLines(before: readonly Content[], after: readonly Content[]) {
  const [left, right] = [withoutSame(before, after), withoutSame(after, before)];
  const pairs = left.map(({ line, index }, position) => ({ line, index, now: right[position] }));
  return {
    removed: pairs.filter(({ now }) => !now).map(({ line, index }) => describeLine(line, index)),
    replaced: pairs.flatMap(({ line, index, now }) =>
      now ? [`${describeLine(line, index)} by ${describeLine(now.line, now.index)}`] : [],
    ),
    added: right.slice(left.length).map(({ line, index }) => describeLine(line, index)),
  };
}

/** Both come from the database, which orders the keys of objects. */
const isSame = (one: Content, other: Content) => JSON.stringify(one) === JSON.stringify(other);

/** The lines without an equal one on the other side; one equal line stands for one. */
function withoutSame(lines: readonly Content[], others: readonly Content[]) {
  const rest = [...others];
  return lines.flatMap((line, index) => {
    const same = rest.findIndex((one) => isSame(one, line));
    if (same === -1) return [{ line, index }];
    rest.splice(same, 1);
    return [];
  });
}

function compareLeaves(before: readonly Leaf[], after: readonly Leaf[]) {
  const [old, now] = [before, after].map((leaves) => new Map(leaves.map(({ path, value }) => [path, show(value)])));
  const named = (one: Map<string, string> | undefined, other: Map<string, string> | undefined) =>
    [...(one ?? [])].filter(([path]) => !other?.has(path)).map(([path, value]) => `${path} ${value}`);
  const replaced = [...(old ?? [])].flatMap(([path, value]) => {
    const next = now?.get(path);
    return next === undefined || next === value ? [] : [`${path} ${value} by ${next}`];
  });
  return { removed: named(old, now), replaced, added: named(now, old) };
}

function describeLine(line: Content, index: number): string {
  const values = leavesOf(line).filter(({ path }) => path !== "description");
  const listed = values.map(({ path, value }) => `${path} ${show(value)}`).join(", ");
  const number = `line ${index + 1}`;
  const name = String(nameLine(line, index + 1));
  return `${number}${name === `item ${index + 1}` ? "" : `, ${name}`}${listed === "" ? "" : ` (${listed})`}`;
}

const linesOf = (goods: unknown): Content[] => (Array.isArray(goods) ? goods.filter((line) => isObject(line)) : []);

/** All values inside a value, with the names that lead to them. */
function leavesOf(value: unknown, path = ""): Leaf[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [{ path, value }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === "" ? name : `${path}.${name}`));
}

function show(value: unknown): string {
  const text = String(value)
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1).toWellFormed()}…` : text;
}

function listAll(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `${names.slice(0, MAX_NAMED).join("; ")}${more}`;
}
