import { isUtf8 } from "node:buffer";
import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { csvColumns, findColumn } from "@container-inspection/shared-schemas/manifest-columns";
import type { ManifestImportError } from "@container-inspection/shared-schemas/manifests";
import { invalid, MAX_LINES, TOO_MANY_LINES } from "../../format/limits.ts";
import type { FileRow, ManifestFormat, ReadFile, ReadManifest } from "../../format/format.ts";
import { buildFields, hasDecimalPoints } from "./csv-columns.ts";
import { type CsvRow, readCsv } from "./read-csv.ts";

const MAX_CELL_LENGTH = 2_000;

/** A row by its columns, with its errors. */
type Row = { line: number; cells: ReadonlyMap<string, string>; errors: ManifestImportError[] };

const isGoods = (column: string) => csvColumns[column]?.startsWith("goods.") === true;

/**
 * The first row names the columns; rows of one bill of lading and container number are one manifest with an item of
 * goods each.
 */
export const csvFormat: ManifestFormat = {
  name: "CSV",
  recognise: ({ head }) => !head.includes("\0"),
  read: async ({ bytes }) =>
    isUtf8(bytes)
      ? readManifests(bytes.toString("utf8").replace(/^\uFEFF/, ""))
      : { ok: false, problem: "The file is not UTF-8. Save it as CSV UTF-8." },
};

async function readManifests(text: string): Promise<ReadFile> {
  const [header, ...rows] = await readCsv(text, MAX_LINES + 1);
  const columns = readHeader(header);
  if (typeof columns === "string") return { ok: false, problem: columns };
  if (rows.length > MAX_LINES) return { ok: false, problem: TOO_MANY_LINES };
  const read = rows.map((row) => readRow(row, columns));
  const areDecimal = hasDecimalPoints(read.map(({ cells }) => cells));
  const groups = [...Map.groupBy(read, manifestOf).values()];
  return { ok: true, manifests: groups.flatMap((group) => joinRows(group, areDecimal)) };
}

/** The column of each cell, or why the file cannot be read. */
function readHeader(header: CsvRow | undefined): string[] | string {
  if (!header) return "The file is empty.";
  if ("problem" in header) return `The first row ${header.problem}.`;
  const last = header.cells.findLastIndex((cell) => cell !== "");
  const names = header.cells.slice(0, last + 1);
  const columns = names.map((name) => findColumn(name) ?? "");
  const unknown = names[columns.indexOf("")];
  if (unknown !== undefined)
    return `The first row names the column "${unknown.slice(0, 100)}", which is none of: ${Object.keys(csvColumns).join(", ")}.`;
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) return `The first row names the column ${twice} twice.`;
  if (!columns.includes("containerNumber") && !columns.includes("billOfLading"))
    return "The first row must name the column containerNumber or billOfLading.";
  return columns;
}

function readRow(row: CsvRow, columns: readonly string[]): Row {
  const { line } = row;
  if ("problem" in row) return { line, cells: new Map(), errors: [invalid("", `The row ${row.problem}.`)] };
  const filled = columns.flatMap((column, index) => {
    const cell = row.cells[index] ?? "";
    return cell === "" ? [] : [[column, cell] as const];
  });
  const extra = row.cells.slice(columns.length).some((cell) => cell !== "");
  const isShort = row.cells.length < columns.length;
  const count = `The row has ${row.cells.length} fields, the first row names ${columns.length}.`;
  const errors = [
    ...(extra || isShort ? [invalid("", count)] : []),
    ...filled
      .filter(([, cell]) => cell.length > MAX_CELL_LENGTH)
      .map(([column]) => invalid(column, `must be at most ${MAX_CELL_LENGTH} characters`)),
    ...filled
      .filter(([, cell]) => cell.includes("\0"))
      .map(([column]) => invalid(column, "must not hold NUL characters")),
  ];
  return { line, cells: new Map(filled), errors };
}

/**
 * Returns the key that the rows of one manifest share; a row without bill and container is a manifest by itself.
 */
function manifestOf({ line, cells }: Row): string {
  const [bill, number] = [cells.get("billOfLading"), cells.get("containerNumber")];
  if (bill === undefined && number === undefined) return `line ${line}`;
  return JSON.stringify([bill, number === undefined ? undefined : (parseContainerNumber(number)?.key ?? number)]);
}

/** The manifest of some rows. */
function joinRows(rows: Row[], areDecimal: boolean): ReadManifest[] {
  const shared = new Map<string, { cell: string; line: number }>();
  const [first, ...others] = rows.map((row) => fileRow(row, [...row.errors, ...takeShared(row, shared)]));
  if (!first) return [];
  const cells = new Map([...shared].map(([column, { cell }]) => [column, cell]));
  const goods = rows.flatMap((row) => buildGoods(row, areDecimal));
  return [
    {
      rows: [first, ...others],
      fields: { ...buildFields(cells, areDecimal), ...(goods.length > 0 ? { declaredGoods: goods } : {}) },
      rowOf: (path) => shared.get(path)?.line,
      notUnderstood: [],
    },
  ];
}

const fileRow = ({ line }: Row, problems: ManifestImportError[]): FileRow => ({
  number: line,
  place: `line ${line}`,
  problems,
});

/**
 * Collects the fields of the manifest itself from a row; the other rows of the manifest repeat them, or leave them
 * empty.
 */
function takeShared({ line, cells }: Row, shared: Map<string, { cell: string; line: number }>): ManifestImportError[] {
  return [...cells].flatMap(([column, cell]) => {
    if (isGoods(column)) return [];
    const known = shared.get(column) ?? { cell, line };
    shared.set(column, known);
    const isSame = known.cell === cell || column === "containerNumber";
    return isSame ? [] : [invalid(column, `must be as in line ${known.line} of the same manifest, or empty`)];
  });
}

function buildGoods({ cells }: Row, areDecimal: boolean): unknown[] {
  const item = buildFields(new Map([...cells].filter(([column]) => isGoods(column))), areDecimal);
  return item["goods"] === undefined ? [] : [item["goods"]];
}
