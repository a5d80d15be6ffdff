import readExcelFile from "read-excel-file/universal";
import type { Cell, TableRow } from "../table/table.ts";
import { findFlaws } from "./scan-sheet.ts";
import { repack } from "./unpack-workbook.ts";

/** A sheet of a workbook. */
export type Sheet = { name: string; rows: (TableRow & { cells: Cell[] })[] };

const textOf = (file: Uint8Array | undefined) => new TextDecoder("utf-8").decode(file ?? new Uint8Array());

/** Reads the sheets of an unpacked workbook; throws when it is damaged. Dates are ISO 8601 texts. */
export async function readWorkbook(files: Record<string, Uint8Array>): Promise<Sheet[]> {
  const sheets = await readExcelFile(repack(withKnownStyles(files)));
  const paths = pathsOfSheets(files);
  const areSeveral = sheets.filter(({ data }) => data.length > 0).length > 1;
  return sheets.map(({ sheet, data }, index) => {
    const flaws = findFlaws(textOf(files[paths[index] ?? ""]));
    const rows = data.map((values, at) => {
      const number = at + 1;
      const flawed = flaws.get(number);
      const place = areSeveral ? `sheet ${sheet}, row ${number}` : `row ${number}`;
      return { number, place, cells: values.map(cellOf), ...(flawed && { flaws: flawed }) };
    });
    return { name: sheet, rows: rows.filter((row) => row.flaws || row.cells.some((cell) => cell !== "")) };
  });
}

/**
 * The files, in which cells have no styles that the workbook does not define: the library refuses them, and they mean
 * nothing.
 */
function withKnownStyles(files: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const formats = /<cellXfs\b[^]*?<\/cellXfs>/.exec(textOf(files["xl/styles.xml"]))?.[0] ?? "";
  const known = formats.match(/<xf\b/g)?.length ?? 0;
  const mended = Object.entries(files).map(([path, file]) => {
    if (!path.startsWith("xl/worksheets/")) return [path, file] as const;
    const text = textOf(file);
    const isUnknown = [...text.matchAll(CELL_STYLE)].some(([, style]) => Number(style) >= known);
    const drop = (tag: string, style: string) => (Number(style) >= known ? tag.replace(/\ss="\d+"/, "") : tag);
    return [path, isUnknown ? new TextEncoder().encode(text.replaceAll(CELL_STYLE, drop)) : file] as const;
  });
  return Object.fromEntries(mended);
}

const CELL_STYLE = /<c\b[^>]*?\ss="(\d+)"/g;

/** True if the workbook counts its dates from 1904, as Excel for the Mac did. */
export const countsFrom1904 = (files: Record<string, Uint8Array>): boolean =>
  /\bdate1904="(?:1|true)"/.test(textOf(files["xl/workbook.xml"]));

/** The paths of the sheets in their order, as the workbook and its relations name them. */
function pathsOfSheets(files: Record<string, Uint8Array>): string[] {
  const relations = new Map(
    [...textOf(files["xl/_rels/workbook.xml.rels"]).matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      /\bId="([^"]*)"/.exec(tag)?.[1],
      /\bTarget="([^"]*)"/.exec(tag)?.[1],
    ]),
  );
  const sheets = [...textOf(files["xl/workbook.xml"]).matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)];
  return sheets.map(([tag]) => {
    const target = relations.get(/\br:id="([^"]*)"/.exec(tag)?.[1]) ?? "";
    return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
  });
}

function cellOf(value: unknown): Cell {
  if (typeof value === "number" || typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (!(value instanceof Date)) return "";
  const iso = value.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso;
}
