import { t } from "@lingui/core/macro";
import { textOf } from "../inner-values.ts";
import type { JsonRow, Table, Unreadable } from "./import-file.ts";

/** The fields of a manifest; names that are none of these are not imported. */
export const MANIFEST_FIELDS = [
  "containerNumber", "billOfLading", "vessel", "origin", "destination", "shipper", "consignee", "declaredGoods",
  "containerType", "weight", "status",
]; // prettier-ignore

/** One manifest on each line; blank lines do not count. */
export const readJsonLines = (text: string): JsonRow[] =>
  text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [rowOf(line.trim(), index + 1)]));

/**
 * The elements of a JSON list, or the one object that a document is, each as its own text: numbers keep all digits that
 * a double could not hold.
 */
export function elementsOf(text: string): JsonRow[] | Unreadable {
  try {
    JSON.parse(text);
  } catch (error) {
    return { problem: t`The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}.` };
  }
  const isList = text.trimStart().startsWith("[");
  const spans = isList ? spansIn(text) : [{ start: 0, end: text.length }];
  let [line, counted] = [1, 0];
  return spans.map(({ start, end }) => {
    const element = text.slice(start, end);
    const from = start + (element.length - element.trimStart().length);
    line += text.slice(counted, from).split("\n").length - 1;
    counted = from;
    // Valid JSON has line breaks between values only.
    return rowOf(element.replaceAll(/[\r\n]+/g, " ").trim(), line);
  });
}

/** Returns the start and the end of each element of a valid JSON list. */
function spansIn(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/g)) {
    if (depth === 1 && (token === "," || token === "]")) {
      if (text.slice(start, index).trim() !== "") spans.push({ start, end: index });
      start = index + 1;
    }
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    if (depth === 1 && token === "[" && spans.length === 0 && start === 0) start = index + 1;
  }
  return spans;
}

function rowOf(text: string, line: number): JsonRow {
  try {
    const value: unknown = JSON.parse(text, keepDigits);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { line, text, value: Object.fromEntries(Object.entries(value)) };
    return { line, problem: t`The line must be a JSON object.` };
  } catch {
    return { line, problem: t`The line is not valid JSON.` };
  }
}

/** A number that a double cannot hold is the text that it is in the file, where the browser gives it. */
function keepDigits(_name: string, value: unknown, ...rest: unknown[]): unknown {
  const [context] = rest;
  const source: unknown = typeof context === "object" && context !== null ? Reflect.get(context, "source") : undefined;
  return typeof value === "number" && typeof source === "string" && String(value) !== source ? source : value;
}

/** A table of objects that have no nested objects and use their own field names; undefined for manifests. */
export function tableOf(rows: JsonRow[]): Table | undefined {
  const values = rows.flatMap((row) => ("value" in row ? [row.value] : []));
  const header = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const isFlat = values.every((value) => Object.values(value).every((one) => typeof one !== "object" || one === null));
  const isManifest = header.every((name) => MANIFEST_FIELDS.includes(name));
  if (!isFlat || isManifest || values.length === 0) return undefined;
  const cellOf = (value: unknown) => (value === null ? "" : textOf(value).trim());
  return {
    kind: "table",
    header,
    rows: rows.map((row) =>
      "value" in row ? { line: row.line, cells: header.map((name) => cellOf(row.value[name])) } : row,
    ),
  };
}
