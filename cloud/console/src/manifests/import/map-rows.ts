import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import { manifestRequest, manifestStatus } from "@container-inspection/shared-schemas/manifests";
import { t } from "@lingui/core/macro";
import { columnName } from "../manifest-fields.ts";
import { MANIFEST_FIELDS } from "./read-json.ts";
import type { JsonRow, Records, Table } from "./import-file.ts";

/** The service's column of each column of a table; undefined for one that is not imported. */
export type Mapping = readonly (string | undefined)[];

/** One row as it will be sent. */
export type MappedRow = {
  line: number;
  /** The row in CSV or as JSON; undefined for one that cannot be sent. */
  text: string | undefined;
  /** Rows of the same manifest share it: they are imported together or not at all. */
  manifest: string;
  /** Values that the preview shows, by their names. */
  values: [name: string, text: string][];
  /** Problems for which the service will refuse the row. */
  problems: string[];
};

const MAX_CELL = 2_000;
const MAX_JSON_LINE_BYTES = 1_048_576;

/** The header row for these columns. */
export const headerOf = (mapping: Mapping): string => mapping.filter((column) => column !== undefined).join(",");

/** The rows of a table under the service's columns, with the problems for which it will reject them. */
export const mapTable = ({ header, rows }: Table, mapping: Mapping): MappedRow[] =>
  withoutParts(
    rows.map((row): MappedRow => {
      if ("problem" in row)
        return { line: row.line, text: undefined, manifest: `line:${row.line}`, values: [], problems: [row.problem] };
      const cells = mapping.flatMap((column, index) =>
        column === undefined ? [] : [[column, cellOf(column, row.cells[index] ?? "")] as const],
      );
      const isEmpty = cells.every(([, cell]) => cell === "");
      const count = isEmpty ? t`The row has no value in the imported columns.` : countProblem(row.cells, header.length);
      return {
        line: row.line,
        text: count === undefined ? cells.map(([, cell]) => quoted(cell)).join(",") : undefined,
        manifest: manifestOf(row.line, new Map(cells)),
        values: cells.map(([column, cell]) => [columnName(column), cell]),
        problems: [...(count === undefined ? [] : [count]), ...problemsOf(new Map(cells))],
      };
    }),
  );

/** The manifests of a JSON file, with the problems for which the service will reject or omit values. */
export const mapRecords = ({ rows }: Records): MappedRow[] =>
  rows.map((row) => {
    const { line } = row;
    if ("problem" in row)
      return { line, text: undefined, manifest: `line:${line}`, values: [], problems: [row.problem] };
    const isTooLong = new TextEncoder().encode(row.text).length > MAX_JSON_LINE_BYTES;
    return {
      line,
      text: isTooLong ? undefined : row.text,
      manifest: `line:${line}`,
      values: Object.entries(row.value)
        .filter(([name]) => MANIFEST_FIELDS.includes(name))
        .map(([name, value]) => [columnName(name), typeof value === "string" ? value : JSON.stringify(value)]),
      problems: isTooLong ? [t`The manifest is larger than 1 MiB.`] : schemaProblems(row.value),
    };
  });

/** The names in a JSON file that are no fields of a manifest. */
export const unknownNames = (rows: JsonRow[]): string[] =>
  [...new Set(rows.flatMap((row) => ("value" in row ? Object.keys(row.value) : [])))].filter(
    (name) => !MANIFEST_FIELDS.includes(name),
  );

/** A manifest with a row that cannot be sent is not sent at all: it would lack some of its goods. */
function withoutParts(rows: MappedRow[]): MappedRow[] {
  const bad = new Map(rows.filter(({ text }) => text === undefined).map(({ manifest, line }) => [manifest, line]));
  return rows.map((row) => {
    const line = bad.get(row.manifest);
    if (line === undefined || row.text === undefined) return row;
    return {
      ...row,
      text: undefined,
      problems: [t`Line ${line} of the same manifest cannot be sent, so none of it is.`],
    };
  });
}

/** The service knows the states in capitals. */
const cellOf = (column: string, cell: string) => (column === "status" ? cell.toUpperCase() : cell);

function countProblem(cells: string[], count: number): string | undefined {
  const hasMore = cells.slice(count).some((cell) => cell !== "");
  return cells.length < count || hasMore
    ? t`The row has ${cells.length} fields, the first row names ${count}.`
    : undefined;
}

function manifestOf(line: number, cells: ReadonlyMap<string, string>): string {
  const [bill, number] = [cells.get("billOfLading") ?? "", cells.get("containerNumber") ?? ""];
  if (bill === "" && number === "") return `line:${line}`;
  return JSON.stringify([bill, parseContainerNumber(number)?.key ?? number]);
}

function problemsOf(cells: ReadonlyMap<string, string>): string[] {
  const filled = [...cells].filter(([, cell]) => cell !== "");
  const long = filled.filter(([, cell]) => cell.length > MAX_CELL);
  const own = filled.filter(([column]) => csvColumns[column] === column);
  return [
    ...long.map(([column]) => t`${columnName(column)} must be at most ${MAX_CELL} characters.`),
    ...schemaProblems(Object.fromEntries(own)),
  ];
}

/** Returns the problems for which the service's schema refuses the value. */
function schemaProblems(value: Record<string, unknown>): string[] {
  const checked = manifestRequest.safeParse(value, {
    error: ({ code }) =>
      code === "invalid_value" ? t`must be one of ${manifestStatus.options.join(", ")}` : undefined,
  });
  return (checked.error?.issues ?? []).map(({ path, message }) => `${columnName(path.join("."))} ${message}.`);
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
