import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import { isSameNumber } from "../../../../../platform/http/exact-numbers.ts";

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

const isNumber = (place: string) => place.endsWith(".value") || counts.has(place);

/** "12.5", "1234.567", "0.75", "1,234.5": a point that stands before decimals, or commas that group thousands. */
const DECIMAL_POINT = /^(?:\d+\.\d{1,2}|\d+\.\d{4,}|\d{4,}\.\d+|0\.\d+|\d{1,3}(?:,\d{3})+\.\d+)$/;
/** "1.234,5", "1.234.567", "12,5": points that group thousands, or a comma that stands before decimals. */
const GROUPING_POINT = /^(?:\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}|\d+,(?:\d{1,2}|\d{4,}))$/;
/** "24.500": thousands where a point groups them, and else a decimal number. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

/** True where the cells of a file show that its points stand before decimals, and none that they group thousands. */
export function hasDecimalPoints(rows: readonly ReadonlyMap<string, string>[]): boolean {
  const numbers = rows.flatMap((cells) =>
    [...cells].filter(([column]) => isNumber(csvColumns[column] ?? column)).map(([, cell]) => cell.trim()),
  );
  return numbers.some((cell) => DECIMAL_POINT.test(cell)) && !numbers.some((cell) => GROUPING_POINT.test(cell));
}

/**
 * Builds the objects that cells, by their column, describe: what belongs to the manifest, and to the row's goods under
 * `goods`. `areDecimal`: points of the file stand before decimals.
 */
export function buildFields(cells: ReadonlyMap<string, string>, areDecimal: boolean): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [column, cell] of cells) {
    const place = csvColumns[column] ?? column;
    const parent = place.split(".").slice(0, -1).join(".");
    const unit = place.endsWith(".value") ? units[parent] : undefined;
    put(fields, place, unit !== undefined || counts.has(place) ? readNumber(cell, areDecimal) : cell);
    // A unit in the cell is the sender's own.
    if (unit !== undefined && !/\d\s*\p{L}/u.test(cell)) put(fields, `${parent}.unit`, unit);
  }
  return fields;
}

/**
 * A plain decimal number that a double can hold; anything else stays the text it is, as inside every manifest, and so
 * does a number whose point may group thousands.
 */
function readNumber(cell: string, areDecimal: boolean): number | string {
  const isPlain = /^\d{1,12}(?:\.\d{1,6})?$/.test(cell) && (areDecimal || !AMBIGUOUS.test(cell));
  return isPlain && isSameNumber(cell, Number(cell)) ? Number(cell) : cell;
}

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
