import { t } from "@lingui/core/macro";
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import type { Row, Table, Unreadable } from "./import-file.ts";

const DELIMITERS = [",", ";", "\t", "|"];

const csvProblems = (): Record<string, string> => ({
  CSV_QUOTE_NOT_CLOSED: t`opens a quotation mark that is not closed; nothing after it was read`,
  CSV_INVALID_CLOSING_QUOTE: t`has text behind a closing quotation mark`,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: t`has text behind a closing quotation mark`,
  INVALID_OPENING_QUOTE: t`has a quotation mark inside a field without quotes`,
});

/** Reads CSV whose first row names the columns. Rows that cannot be read do not affect the others. */
export function readCsvTable(content: string): { table: Table; delimiter: string } | Unreadable {
  // The library counts CRLF inside of quotation marks as two lines.
  const text = content.replace(/\r\n?/g, "\n");
  const delimiter = delimiterOf(text);
  const failed: Row[] = [];
  const rows: { line: number; cells: string[] }[] = [];
  parse(text, {
    delimiter,
    relax_column_count: true,
    trim: true,
    skip_records_with_error: true,
    skip_empty_lines: true,
    on_skip: (error) => void failed.push(failedRow(error)),
    on_record: (cells: string[], { lines }) => {
      if (cells.some((cell) => cell !== "")) rows.push({ line: lines - breaksIn(cells), cells });
      return null;
    },
  });
  const [header, ...others] = rows;
  if (!header) return { problem: t`The first row, which names the columns, cannot be read.` };
  const last = header.cells.findLastIndex((cell) => cell !== "");
  const all = [...others, ...failed].toSorted((one, other) => one.line - other.line);
  return { table: { kind: "table", header: header.cells.slice(0, last + 1), rows: all }, delimiter };
}

/** The separator that the first line has most of, outside of quotation marks. */
function delimiterOf(text: string): string {
  const [line = ""] = text.trimStart().split("\n", 1);
  const plain = line.replace(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: plain.split(delimiter).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.delimiter ?? ",";
}

const breaksIn = (cells: string[]) => cells.join("").split("\n").length - 1;

function failedRow(error: CsvError | undefined): Row {
  const line: unknown = error && Reflect.get(error, "lines");
  const problem = csvProblems()[error?.code ?? ""] ?? t`is not CSV`;
  return { line: typeof line === "number" ? line : 1, problem: t`The row ${problem}.` };
}
