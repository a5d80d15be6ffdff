import { findColumn } from "@container-inspection/shared-schemas/manifest-columns";
import type { ManifestFormat, ReadFile, ReadOptions } from "../../format/format.ts";
import { hasHeader } from "../table/find-header.ts";
import { readTable } from "../table/read-table.ts";
import { countsFrom1904, readWorkbook, type Sheet } from "./read-workbook.ts";
import { isOle2, isZip, unpackWorkbook } from "./unpack-workbook.ts";

/** The first sheet of a workbook whose columns have known names. */
export const xlsxFormat: ManifestFormat = {
  name: "XLSX",
  recognise: ({ bytes }) => isZip(bytes) || isOle2(bytes),
  read: async ({ bytes }, options) => {
    const unpacked = unpackWorkbook(bytes);
    if (!unpacked.ok) return unpacked;
    const dates = countsFrom1904(unpacked.files) ? [FROM_1904] : [];
    try {
      return chooseSheet(await readWorkbook(unpacked.files), options, dates);
    } catch (error) {
      return {
        ok: false,
        problem: `The workbook is damaged: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  },
};

const FROM_1904 = "The workbook counts its dates from 1904; they were read so.";

function chooseSheet(sheets: readonly Sheet[], options: ReadOptions, dates: string[]): ReadFile {
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const chosen = filled.find(({ rows }) => hasHeader(rows, isOwnName)) ?? filled[0];
  if (!chosen) return { ok: false, problem: "The workbook has no sheet with rows." };
  const others = filled
    .filter((sheet) => sheet !== chosen)
    .map(({ name, rows }) => `The sheet "${name}" with ${rows.length} rows was not read.`);
  return readTable(chosen.rows, options, { details: `sheet "${chosen.name}"`, notes: [...dates, ...others] });
}

const isOwnName = (name: string) => findColumn(name) !== undefined;
