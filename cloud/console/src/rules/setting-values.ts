import { t } from "@lingui/core/macro";
import { wordOf } from "../language/words.ts";
import type { Field, NumberField, RowsField } from "./setting-kinds.ts";
import { unitOf } from "./setting-units.ts";
import { shiftDecimal } from "./shift-decimal.ts";

/** A value as it is edited: texts, lists of words, rows; null for a list that the rule set leaves out. */
export type Shown = string | readonly string[] | readonly Row[] | null;
export type Row = { readonly [column: string]: Shown };

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
export const isRow = (value: unknown): value is Row =>
  isObject(value) && !Array.isArray(value) && Object.values(value).every(isShown);
const isShown = (value: unknown): value is Shown =>
  value === null ||
  typeof value === "string" ||
  (Array.isArray(value) && (value.every((one) => typeof one === "string") || value.every(isRow)));

export const wordsIn = (shown: Shown | undefined): string[] =>
  Array.isArray(shown) ? shown.filter((one) => typeof one === "string") : [];
export const rowsIn = (shown: Shown | undefined): Row[] => (Array.isArray(shown) ? shown.filter(isRow) : []);
export const textIn = (shown: Shown | undefined): string => (typeof shown === "string" ? shown : "");

/** The value at a path such as `tareKg.min`; the value itself for an empty path. */
export const valueAt = (value: unknown, path: string): unknown =>
  path === ""
    ? value
    : path.split(".").reduce<unknown>((at, name) => (isObject(at) ? Reflect.get(at, name) : undefined), value);

/** Returns the value of a setting as its editor shows it. */
export function shownOf(field: Field, value: unknown): Shown {
  if (field.kind === "number") return typeof value === "number" ? numberText(field, value) : "";
  if (field.kind === "text" || field.kind === "choice") return typeof value === "string" ? value : "";
  if (!isObject(value)) return null;
  if (field.kind === "words") return Array.isArray(value) ? value.map(String) : [];
  const rows: unknown[] = Array.isArray(value)
    ? value
    : Object.entries(value).map(([name, inner]: [string, unknown]) => ({ name, value: inner }));
  return rows.map((row) =>
    Object.fromEntries(field.columns.map((column) => [column.at, shownOf(column.field, valueAt(row, column.at))])),
  );
}

const numberText = ({ isShare }: NumberField, value: number): string =>
  (isShare ? shiftDecimal(String(value), 2) : String(value)) ?? String(value);

/** Returns the value that an editor shows, for the request. */
export function valueOf(field: Field, shown: Shown): unknown {
  if (field.kind === "number") {
    const number = shiftDecimal(textIn(shown), field.isShare ? -2 : 0);
    return number === undefined ? emptyOf(field) : Number(number);
  }
  if (field.kind === "text" || field.kind === "choice") {
    const text = textIn(shown).trim();
    return text === "" && field.isOptional ? undefined : text;
  }
  if (shown === null) return undefined;
  if (field.kind === "words") return wordsIn(shown);
  return rowsValue(field, rowsIn(shown));
}

const emptyOf = ({ isNullable }: Field) => (isNullable ? null : undefined);

function rowsValue(field: RowsField, rows: readonly Row[]): unknown {
  if (field.form === "map")
    return Object.fromEntries(rows.map((row) => (([name, value]) => [String(name), value])(cellsOf(field, row))));
  if (field.form === "lists") return rows.map((row) => cellsOf(field, row)[0]);
  return rows.map((row) => rowValue(field, row));
}

const cellsOf = ({ columns }: RowsField, row: Row): unknown[] =>
  columns.map(({ at, field }) => valueOf(field, row[at] ?? shownOf(field, undefined)));

/** Returns the value of one row, with its fields at their places. */
export function rowValue(field: RowsField, row: Row): unknown {
  const cells = cellsOf(field, row);
  if (field.form === "lists") return cells[0];
  const value: Record<string, unknown> = {};
  for (const [index, { at }] of field.columns.entries()) if (cells[index] !== undefined) put(value, at, cells[index]);
  return value;
}

function put(parent: Record<string, unknown>, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) parent[name] = value;
  else put(innerOf(parent, name), rest.join("."), value);
}

function innerOf(parent: Record<string, unknown>, name: string): Record<string, unknown> {
  const inner: Record<string, unknown> = isObject(parent[name]) ? Object.fromEntries(Object.entries(parent[name])) : {};
  parent[name] = inner;
  return inner;
}

/** Returns a row as it begins. */
export const emptyRow = ({ columns }: RowsField): Row =>
  Object.fromEntries(
    columns.map(({ at, field }) => [
      at,
      field.kind === "choice" && !field.isOptional ? (field.options[0] ?? "") : firstShown(field),
    ]),
  );

const firstShown = (field: Field): Shown =>
  field.kind === "words" || (field.kind === "rows" && !field.isOptional) ? [] : shownOf(field, undefined);

/** Returns a value in words, line by line, to compare it with another one. */
export function linesOf(field: Field, shown: Shown): string[] {
  if (shown === null || shown === "") return [t`none`];
  if (field.kind === "number") return [`${textIn(shown)} ${unitOf(field)}`.trim()];
  if (field.kind === "choice") return [wordOf(textIn(shown))];
  if (field.kind === "text") return [textIn(shown)];
  if (field.kind === "words") return wordsIn(shown);
  return rowsIn(shown).map((row) =>
    field.columns
      .map((column) => linesOf(column.field, row[column.at] ?? null).join(", "))
      .filter((text) => text !== "" && text !== t`none`)
      .join(" · "),
  );
}
