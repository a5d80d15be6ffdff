import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import type { DecimalMark } from "@container-inspection/shared-schemas/manifest-imports";
import { readMass, readVolume } from "../../../../../match/reading/read-measures.ts";
import type { Cell } from "./table.ts";

/** Cells of a row by their columns. */
export type RowCells = ReadonlyMap<string, Cell>;
/** The units of columns whose cells state none; without an entry, kilograms and cubic metres. */
export type Units = ReadonlyMap<string, string>;

/** The sign before decimals that a table shows, or the cells that leave it open. */
export type FoundMark = { mark: DecimalMark | null } | { unclear: string[] };

/** "12.5", "1234.567", "0.75", "1,234.5", "1,234,567": a point before decimals, or commas that group thousands. */
const POINT = /^(?:\d+\.\d{1,2}|\d+\.\d{4,}|\d{4,}\.\d+|0\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})$/;
/** "12,5", "1.234,5", "1.234.567": the same with both signs exchanged. */
const COMMA = /^(?:\d+,\d{1,2}|\d+,\d{4,}|\d{4,},\d+|0,\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})$/;
/** "24.500" and "24,500": thousands or decimals, by who wrote it. */
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/;
/** A number, and the unit behind it. */
const AMOUNT = /^([\d.,]+)\s*(\D*)$/;

/** Columns of measures, each with the reader of its values. */
export const readers: Readonly<Record<string, typeof readMass>> = {
  ...Object.fromEntries(
    ["grossWeight", "tareWeight", "netWeight", "vgm", "goodsGrossWeight"].map((column) => [column, readMass]),
  ),
  goodsVolume: readVolume,
};
/** There is no part of a package: a single sign in a count groups thousands. */
const COUNTS: ReadonlySet<string> = new Set(["numberOfPackages"]);

/**
 * Finds the sign before decimals by the cells of a table. A table that shows both signs shows none. `unclear` are
 * cells whose value would differ by a factor of 1,000; without any, the sign does not matter.
 */
export function findDecimalMark(rows: readonly RowCells[], units: Units = new Map()): FoundMark {
  const cells = rows.flatMap((row) =>
    [...row].flatMap(([column, cell]) => evidenceIn(column, cell, units.get(column))),
  );
  const unclear = [...new Set(cells.filter(({ shows }) => shows === "nothing").map(({ text }) => text))];
  const marks = new Set(cells.map(({ shows }) => shows).filter((shows) => shows !== "nothing"));
  const [mark] = marks;
  if (marks.size === 1 && mark !== undefined) return { mark };
  return unclear.length > 0 ? { unclear } : { mark: null };
}

type Evidence = { text: string; shows: DecimalMark | "nothing" };

function evidenceIn(column: string, cell: Cell, bare: string | undefined): Evidence[] {
  const [text, amount = ""] = typeof cell === "string" ? (AMOUNT.exec(cell.trim()) ?? []) : [];
  if (text === undefined) return [];
  if (COUNTS.has(column) && UNCLEAR.test(amount)) return [{ text, shows: amount.includes(".") ? "comma" : "point" }];
  if (!readers[column]) return [];
  if (POINT.test(amount)) return [{ text, shows: "point" }];
  if (COMMA.test(amount)) return [{ text, shows: "comma" }];
  return isUnclear(column, text, bare) ? [{ text, shows: "nothing" }] : [];
}

/** True for a measure that its reader takes for thousands, and that may have decimals: not for "24.500 t". */
export function isUnclear(column: string, cell: string, bare = ""): boolean {
  const [, amount = "", written = ""] = AMOUNT.exec(cell.trim()) ?? [];
  const unit = written === "" ? bare : written;
  const read = readers[column];
  if (!read || !UNCLEAR.test(amount)) return false;
  const [thousands, plain] = [read(`${amount} ${unit}`), read(`${amount.replace(/[.,]/, "")} ${unit}`)];
  return thousands.kind === "read" && plain.kind === "read" && thousands.value === plain.value;
}

/** The number of an unclear amount under a decimal mark; undefined where its sign groups thousands. */
export function decimalOf(cell: string, mark: DecimalMark): number | undefined {
  const [, amount = ""] = AMOUNT.exec(cell.trim()) ?? [];
  const sign = mark === "point" ? "." : ",";
  return amount.includes(sign) ? Number(amount.replace(",", ".")) : undefined;
}

/** The place in a manifest that a column fills. */
export const placeOfColumn = (column: string): string => csvColumns[column] ?? column;
