import type { ImportColumn } from "@container-inspection/shared-schemas/manifest-imports";
import type { ManifestImportError, NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import { invalid } from "../../format/limits.ts";
import { placeOfColumn } from "./decimal-marks.ts";
import { type Cell, isBlank, type TableRow } from "./table.ts";

const MAX_CELL_LENGTH = 2_000;
const MAX_SHOWN = 60;

/** A row by its columns, with its errors. */
export type Row = {
  number: number;
  place: string;
  /** The cells as the file has them. */
  source: readonly Cell[];
  cells: ReadonlyMap<string, Cell>;
  errors: ManifestImportError[];
  notUnderstood: NotUnderstood[];
  hasGoodsOnly: boolean;
  /** Key of the manifest of an earlier row that the row belongs to. */
  joins?: string;
};

export const isGoods = (column: string) => placeOfColumn(column).startsWith("goods.");

/** Reads a row by its columns. Cells beyond the columns would be lost, so they are an error of the row. */
export function readRow(row: TableRow, columns: readonly ImportColumn[]): Row {
  const { number, place } = row;
  if ("problem" in row) {
    const errors = [invalid("", `The row ${row.problem}.`)];
    return { number, place, source: [], cells: new Map(), errors, notUnderstood: [], hasGoodsOnly: false };
  }
  const filled = columns.flatMap(({ column }, index) => {
    const cell = row.cells[index];
    return column === null || cell === undefined || isBlank(cell) ? [] : [[column, cellOf(column, cell)] as const];
  });
  const count = `The row has ${row.cells.length} fields, the first row names ${columns.length}.`;
  const texts = filled.map(([column, cell]) => [column, String(cell)] as const);
  const errors = [
    ...(row.flaws ?? []).map((flaw) => invalid("", flaw)),
    ...(row.cells.slice(columns.length).every(isBlank) ? [] : [invalid("", count)]),
    ...texts
      .filter(([, cell]) => cell.length > MAX_CELL_LENGTH)
      .map(([column]) => invalid(column, `must be at most ${MAX_CELL_LENGTH} characters`)),
    ...texts
      .filter(([, cell]) => cell.includes("\0"))
      .map(([column]) => invalid(column, "must not hold NUL characters")),
  ];
  const missing =
    row.cells.length < columns.length ? [{ path: "", text: "", message: `${count} The others are empty.` }] : [];
  const hasGoodsOnly = filled.every(([column]) => isGoods(column));
  return {
    number,
    place,
    source: row.cells,
    cells: new Map(filled),
    errors,
    notUnderstood: [...missing, ...leftOut(row.cells, columns)],
    hasGoodsOnly,
  };
}

/** The service knows the states in capitals. */
const cellOf = (column: string, cell: Cell) => (column === "status" ? String(cell).toUpperCase() : cell);

/** Values of columns that no one has chosen to leave out. */
function leftOut(cells: readonly Cell[], columns: readonly ImportColumn[]): NotUnderstood[] {
  return columns.flatMap(({ header, column, source }, index) => {
    const cell = cells[index];
    if (column !== null || source !== "none" || cell === undefined || isBlank(cell)) return [];
    const text = String(cell).slice(0, MAX_SHOWN).toWellFormed();
    return [
      { path: header.slice(0, 100) || `column ${index + 1}`, text, message: "is in a column that is not imported" },
    ];
  });
}
