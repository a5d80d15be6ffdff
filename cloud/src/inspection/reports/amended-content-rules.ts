import { english, join, joins, type Translatable, type Words } from "../../match/english.ts";
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
export function describeAmended(before: Content, after: Content): Words {
  const [lines, newLines] = [linesOf(before["declaredGoods"]), linesOf(after["declaredGoods"])];
  const { removed, replaced, added } = compareLines(lines, newLines);
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => field !== "declaredGoods" && !OWN_FIELDS.has(field),
  );
  const leaves = fields.map((field) => compareLeaves(leavesOf(before[field], field), leavesOf(after[field], field)));
  const all = {
    removed: listAll([...removed, ...leaves.flatMap((one) => one.removed)]),
    replaced: listAll([...replaced, ...leaves.flatMap((one) => one.replaced)]),
    added: listAll([...added, ...leaves.flatMap((one) => one.added)]),
  };
  const sentences = [
    all.removed === "" ? "" : english` Removed: ${all.removed}.`,
    all.replaced === "" ? "" : english` Replaced: ${all.replaced}.`,
    all.added === "" ? "" : english` Added: ${all.added}.`,
  ];
  return join(sentences, joins.nothing);
}

/** The goods that a manifest declares, line by line with all their values; empty where it declares none. */
export function describeDeclared(declaredGoods: unknown): Words {
  return listAll(linesOf(declaredGoods).map((line, index) => describeLine(line, index)));
}

/** Lines that are the same on both sides do not count, wherever they stand; the others are compared in their order. */
function compareLines(before: readonly Content[], after: readonly Content[]) {
  const [left, right] = [withoutSame(before, after), withoutSame(after, before)];
  const pairs = left.map(({ line, index }, position) => ({ line, index, now: right[position] }));
  return {
    removed: pairs.filter(({ now }) => !now).map(({ line, index }) => describeLine(line, index)),
    replaced: pairs.flatMap(({ line, index, now }) =>
      now ? [english`${describeLine(line, index)} by ${describeLine(now.line, now.index)}`] : [],
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
    return next === undefined || next === value ? [] : [english`${`${path} ${value}`} by ${next}`];
  });
  return { removed: named(old, now), replaced, added: named(now, old) };
}

function describeLine(line: Content, index: number): Translatable {
  const values = leavesOf(line).filter(({ path }) => path !== "description");
  const listed = values.map(({ path, value }) => `${path} ${show(value)}`).join(", ");
  const name = nameLine(line, index + 1);
  const isNamed = String(name) !== `item ${index + 1}`;
  return english`line ${String(index + 1)}${isNamed ? english`, ${name}` : ""}${listed === "" ? "" : ` (${listed})`}`;
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

function listAll(names: readonly Words[]): Words {
  const list = join(names.slice(0, MAX_NAMED), joins.semicolon);
  return names.length > MAX_NAMED ? english`${list} and ${names.length - MAX_NAMED} more` : list;
}
