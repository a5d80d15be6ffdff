import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import { isSameNumber } from "../../../platform/http/exact-numbers.ts";

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

/**
 * Builds the objects that cells, by their column, describe: what belongs to the manifest, and to the row's goods under
 * `goods`.
 */
export function buildFields(cells: ReadonlyMap<string, string>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [column, cell] of cells) {
    const place = csvColumns[column] ?? column;
    const parent = place.split(".").slice(0, -1).join(".");
    const unit = place.endsWith(".value") ? units[parent] : undefined;
    put(fields, place, unit !== undefined || counts.has(place) ? readNumber(cell) : cell);
    if (unit !== undefined) put(fields, `${parent}.unit`, unit);
  }
  return fields;
}

/** A plain decimal number that a double can hold; anything else stays the text it is, as inside every manifest. */
function readNumber(cell: string): number | string {
  const isPlain = /^\d{1,12}(?:\.\d{1,6})?$/.test(cell);
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
