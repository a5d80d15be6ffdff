import type { DecimalMark } from "@container-inspection/shared-schemas/manifest-imports";
import { isSameNumber } from "../../../../../platform/http/exact-numbers.ts";
import { decimalOf, isUnclear, placeOfColumn, type RowCells, type Units } from "./decimal-marks.ts";
import type { Cell } from "./table.ts";

/** Facts of a table: the sign before its decimals, null where it does not matter, and the units of its columns. */
export type TableFacts = { mark: DecimalMark | null; units: Units };

/** The units that values without one are in: kilograms and cubic metres, as UN/ECE recommendation 20 writes them. */
const units: Readonly<Record<string, string>> = {
  "weight.gross": "KGM",
  "weight.tare": "KGM",
  "weight.net": "KGM",
  "weight.vgm": "KGM",
  "goods.grossWeight": "KGM",
  "goods.volume": "MTQ",
};

const counts = new Set(["goods.quantity", "goods.numberOfPackages"]);
/** A number of such a cell keeps its type: its reader knows that a spreadsheet has removed the leading zero. */
const codes = new Set(["goods.hsCode"]);

/**
 * Builds the objects that cells, by their column, describe: what belongs to the manifest, and to the row's goods under
 * `goods`.
 */
export function buildFields(cells: RowCells, facts: TableFacts): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [column, cell] of cells) {
    const place = placeOfColumn(column);
    const parent = place.split(".").slice(0, -1).join(".");
    const usual = place.endsWith(".value") ? units[parent] : undefined;
    if (usual === undefined) put(fields, place, counts.has(place) ? readNumber(cell) : textOf(place, cell));
    else putMeasure(fields, { parent, unit: facts.units.get(column) ?? usual, ...measureOf(column, cell, facts) });
  }
  return fields;
}

/** A measure as it is stored: its value, and the text of the cell where it differs. */
export type MeasureCell = { value: Cell; hasUnit: boolean; text?: string };

/**
 * The measure of a cell. A unit in the cell is the sender's own. A value whose decimals only the table shows has the
 * cell's text with it.
 */
export function measureOf(column: string, cell: Cell, { mark, units }: TableFacts): MeasureCell {
  if (typeof cell === "number") return { value: cell, hasUnit: false };
  const hasUnit = /\d\s*\p{L}/u.test(cell);
  const isOpen = isUnclear(column, cell, units.get(column));
  const decimal = mark !== null && isOpen ? decimalOf(cell, mark) : undefined;
  if (decimal === undefined) return { value: isOpen ? cell : readNumber(cell), hasUnit };
  const unit = cell.replace(/^[\d.,\s]+/, "");
  return { value: hasUnit ? `${decimal.toFixed(4)} ${unit}` : decimal, hasUnit, text: cell };
}

function putMeasure(
  fields: Record<string, unknown>,
  { parent, unit, value, hasUnit, text }: MeasureCell & { parent: string; unit: string },
): void {
  put(fields, `${parent}.value`, value);
  if (!hasUnit) put(fields, `${parent}.unit`, unit);
  if (text !== undefined) put(fields, `${parent}.text`, text);
}

/**
 * A plain decimal number that a double can hold; anything else stays the text it is, as inside every manifest.
 */
function readNumber(cell: Cell): Cell {
  if (typeof cell === "number") return cell;
  const isPlain = /^\d{1,12}(?:\.\d{1,6})?$/.test(cell) && !/^[1-9]\d{0,2}\.\d{3}$/.test(cell);
  return isPlain && isSameNumber(cell, Number(cell)) ? Number(cell) : cell;
}

const textOf = (place: string, cell: Cell): Cell => (codes.has(place) ? cell : String(cell));

function put(fields: Record<string, unknown>, place: string, value: unknown): void {
  const [name = "", ...rest] = place.split(".");
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const before = fields[name];
  const inner: Record<string, unknown> = typeof before === "object" && before !== null ? { ...before } : {};
  put(inner, rest.join("."), value);
  fields[name] = inner;
}
