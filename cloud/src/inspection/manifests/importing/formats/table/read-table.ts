import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { findColumn } from "@container-inspection/shared-schemas/manifest-columns";
import type { ImportColumn, ImportQuestion } from "@container-inspection/shared-schemas/manifest-imports";
import type { NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import type { FileFacts, ReadFile, ReadOptions } from "../../format/format.ts";
import { tooManyRows } from "../../format/limits.ts";
import { chooseColumns } from "./choose-columns.ts";
import { findDecimalMark } from "./decimal-marks.ts";
import { findHeader } from "./find-header.ts";
import { joinRows } from "./join-rows.ts";
import { readRow, type Row } from "./read-row.ts";
import { isBlank, type TableRow } from "./table.ts";
import { askForUnit, findUnits } from "./weight-units.ts";

/**
 * Reads the manifests of a table: one of its first rows names the columns; rows of one bill of lading and container
 * number are one manifest with an item of goods each.
 */
export function readTable(rows: readonly TableRow[], options: ReadOptions, facts: FileFacts): ReadFile {
  const at = findHeader(rows, (name) => findColumn(name) !== undefined);
  const header = at === undefined ? undefined : rows[at];
  if (at === undefined || !header) return { ok: false, problem: "The file is empty.", ...facts };
  if ("problem" in header) return { ok: false, problem: `The first row ${header.problem}.`, ...facts };
  const body = rows.slice(at + 1);
  if (body.length > options.maxRows) return { ok: false, problem: tooManyRows(options.maxRows), ...facts };
  const last = header.cells.findLastIndex((cell) => !isBlank(cell));
  const names = header.cells.slice(0, last + 1).map((cell) => String(cell).slice(0, 500).toWellFormed());
  const columns = ofItems(chooseColumns(names, body, options), body);
  const known = {
    ...facts,
    columns,
    notes: [...(facts.notes ?? []), ...noteTitles(rows.slice(0, at)), ...noteLeftOut(columns)],
  };
  if (!columns.some(({ column }) => column === "containerNumber" || column === "billOfLading"))
    return { ok: true, manifests: [], question: NO_NAME, ...known };
  const read = body.map((row) => readRow(row, columns));
  const cells = read.map((row) => row.cells);
  const units = findUnits(columns, options.answers.weightUnit);
  const found = findDecimalMark(cells, units);
  const mark = options.answers.decimalMark ?? ("mark" in found ? found.mark : undefined);
  if (mark === undefined) return { ok: true, manifests: [], question: askForMark(found), ...known };
  const unitless = askForUnit(columns, cells, { mark, units });
  if (unitless) return { ok: true, manifests: [], question: unitless, decimalMark: mark, ...known };
  const groups = [...Map.groupBy(fillDown(read), manifestOf).values()];
  return {
    ok: true,
    manifests: groups.flatMap((group) => joinRows(group, { mark, units })),
    decimalMark: mark,
    ...known,
  };
}

/**
 * A guessed column of gross weights is that of the goods where rows of one manifest state several: the manifest itself
 * has one.
 */
function ofItems(columns: ImportColumn[], rows: readonly TableRow[]): ImportColumn[] {
  const guessed = columns.find(({ column, source }) => column === "grossWeight" && source === "guess");
  if (!guessed || columns.some(({ column }) => column === "goodsGrossWeight")) return columns;
  const read = fillDown(rows.map((row) => readRow(row, columns)));
  const areSeveral = [...Map.groupBy(read, manifestOf).values()].some((group) => {
    const weights = group.flatMap(({ cells }) => cells.get("grossWeight") ?? []);
    return new Set(weights).size > 1;
  });
  if (!areSeveral) return columns;
  return columns.map((column) => (column === guessed ? { ...column, column: "goodsGrossWeight" } : column));
}

const NO_NAME: ImportQuestion = {
  about: "columns",
  message: "No column is known to be containerNumber or billOfLading. Choose the column of at least one of them.",
  examples: [],
};

function askForMark(found: ReturnType<typeof findDecimalMark>): ImportQuestion {
  const cells = "unclear" in found ? found.unclear.slice(0, 3) : [];
  const [example = "1.200"] = cells;
  const digits = example.replaceAll(/\D/g, "");
  const message =
    `The file does not show which sign stands before decimals: ${cells.map((cell) => `"${cell}"`).join(", ")}. ` +
    `Answer decimalMark: with "${example.includes(".") ? "comma" : "point"}", "${example}" is read as ${digits}; ` +
    `with "${example.includes(".") ? "point" : "comma"}", as ${Number(`${digits.slice(0, -3)}.${digits.slice(-3)}`)}.`;
  return { about: "decimal-mark", message, examples: cells };
}

function noteTitles(rows: readonly TableRow[]): string[] {
  return rows.map((row) => {
    const text = "cells" in row ? row.cells.filter((cell) => !isBlank(cell)).join(" ") : `it ${row.problem}`;
    return `The ${row.place} stands before the names of the columns and was not read: "${text.slice(0, 100).toWellFormed()}".`;
  });
}

function noteLeftOut(columns: readonly ImportColumn[]): string[] {
  return columns.flatMap(({ header, column, source, examples }, index) => {
    const isAnswered = source === "answer" || source === "remembered";
    if (column !== null || isAnswered || (header === "" && examples.length === 0)) return [];
    return [
      `The column ${header === "" ? index + 1 : `"${header.slice(0, 100)}"`} is not imported: it is not known what it holds.`,
    ];
  });
}

/**
 * The key that the rows of one manifest share; a row without bill and container is a manifest by itself.
 */
function manifestOf({ number, cells, joins }: Row): string {
  if (joins !== undefined) return joins;
  const [bill, container] = [cells.get("billOfLading"), cells.get("containerNumber")];
  if (bill === undefined && container === undefined) return `row ${number}`;
  const key = container === undefined ? undefined : (parseContainerNumber(String(container))?.key ?? container);
  return JSON.stringify([bill, key]);
}

/**
 * Rows that hold goods alone belong to the row above, whose other cells a spreadsheet shows as merged: nothing else
 * fits them.
 */
function fillDown(rows: readonly Row[]): Row[] {
  let above: Row | undefined;
  return rows.map((row) => {
    const isFilled = above !== undefined && row.cells.size > 0 && row.hasGoodsOnly;
    if (!isFilled || above === undefined) {
      above = row.errors.length === 0 ? row : undefined;
      return row;
    }
    return { ...row, joins: manifestOf(above), notUnderstood: [...row.notUnderstood, noteJoined(above)] };
  });
}

const noteJoined = ({ place }: Row): NotUnderstood => ({
  path: "",
  text: "",
  message: `has neither a bill of lading nor a container number, and was read as goods of ${place}`,
});
