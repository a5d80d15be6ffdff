import { guessColumn } from "@container-inspection/shared-schemas/column-names";
import { isBlank, type TableRow } from "./table.ts";

/** Rows at the beginning of a table among which the names of the columns are looked for. */
const MAX_TITLE_ROWS = 20;
/** Names of columns that make a row the header. */
const MIN_NAMES = 2;

/**
 * The position of the row that names the columns: the first one with two names that are known, since spreadsheets
 * begin with titles; else the first row. Undefined for a table without rows.
 */
export function findHeader(rows: readonly TableRow[], known: (name: string) => boolean): number | undefined {
  const found = findNames(rows, known);
  return found >= 0 ? found : rows.length > 0 ? 0 : undefined;
}

/** True if one of the first rows of a table names columns that are known. */
export const hasHeader = (rows: readonly TableRow[], known: (name: string) => boolean): boolean =>
  findNames(rows, known) >= 0;

const findNames = (rows: readonly TableRow[], known: (name: string) => boolean): number =>
  rows.slice(0, MAX_TITLE_ROWS).findIndex((row) => countNames(row, known) >= MIN_NAMES);

function countNames(row: TableRow, known: (name: string) => boolean): number {
  if ("problem" in row) return 0;
  const names = row.cells.filter((cell) => !isBlank(cell)).map(String);
  return new Set(names.filter((name) => known(name) || guessColumn(name) !== undefined)).size;
}
