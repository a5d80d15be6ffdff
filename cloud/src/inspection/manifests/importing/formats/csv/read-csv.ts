import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import type { TableRow } from "../table/table.ts";

/** A row, and the number of lines that it takes. */
type SizedRow = { size: number; row: TableRow };

/** The most lines that one row may go over: an address has a few. A quotation mark open for longer was forgotten. */
const MAX_ROW_LINES = 20;
const MAX_LINE_LENGTH = 100_000;
/** Rows between two turns of the event loop. */
const ROWS_PER_TURN = 20;

const BEHIND_CLOSING = "has text behind a closing quotation mark: double the marks inside a quoted field";
const problems: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "opens a quotation mark that is not closed",
  CSV_INVALID_CLOSING_QUOTE: BEHIND_CLOSING,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: BEHIND_CLOSING,
  INVALID_OPENING_QUOTE:
    "has a quotation mark inside a field without quotes: put the field in quotation marks and double the ones inside",
};

/** Separators, the more likely ones first. */
const DELIMITERS = [",", ";", "\t", "|"];
/** The first line by which a file names its separator to Excel. */
const NAMED_DELIMITER = /^\uFEFF?"?sep=(.)"?\s*$/i;
/** Lines at the beginning that are compared for their separator. */
const SAMPLE_LINES = 20;

/**
 * Reads CSV (RFC 4180; lines end in CRLF, LF or CR; blanks around a field do not count) row by row, without rows that
 * are empty. The separator is the one that a first line such as `sep=;` names, or that the first lines have most of. A
 * row that cannot be read does not affect the others: reading continues in the next line. Stops after one row more than
 * `maxRows`.
 */
export async function readCsv(text: string, maxRows: number): Promise<{ rows: TableRow[]; delimiter: string }> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const [, named] = NAMED_DELIMITER.exec(lines[0] ?? "") ?? [];
  const delimiter = named ?? delimiterOf(lines);
  const rows: TableRow[] = [];
  let turns = 0;
  for (let at = named === undefined ? 0 : 1; at < lines.length && rows.length <= maxRows;) {
    const { size, row } = readRow(lines, at, delimiter);
    if ("problem" in row || row.cells.some((cell) => cell !== "")) rows.push(row);
    if ((turns += 1) % ROWS_PER_TURN === 0) await new Promise(setImmediate);
    at += size;
  }
  return { rows, delimiter };
}

/** The separator that splits the most of the first lines into the same number of fields. */
function delimiterOf(lines: readonly string[]): string {
  const sample = lines
    .slice(0, SAMPLE_LINES)
    .join("\n")
    .replace(/"[^"]*"/g, "")
    .split("\n");
  const scored = DELIMITERS.map((delimiter) => {
    const counts = Map.groupBy(
      sample.map((line) => line.split(delimiter).length - 1),
      (count) => count,
    );
    return { delimiter, score: Math.max(...[...counts].map(([count, same]) => count * same.length ** 2)) };
  });
  return scored.toSorted((one, other) => other.score - one.score)[0]?.delimiter ?? ",";
}

function readRow(lines: string[], at: number, delimiter: string): SizedRow {
  const place = { number: at + 1, place: `line ${at + 1}` };
  if (lines[at] === "") return { size: 1, row: { ...place, cells: [] } };
  let problem = "";
  for (let size = 1; size <= Math.min(MAX_ROW_LINES, lines.length - at); size += 1) {
    // What an open quotation mark waits for can only be another one.
    if (size > 1 && lines[at + size - 1]?.includes('"') !== true) continue;
    const text = lines.slice(at, at + size).join("\n");
    if (text.length > MAX_LINE_LENGTH)
      return { size: 1, row: { ...place, problem: "is longer than 100,000 characters" } };
    const read = parseRow(text, delimiter);
    if (Array.isArray(read)) return { size, row: { ...place, cells: read } };
    // A quotation mark in a later line is no problem of this one.
    if (size === 1) problem = problems[read] ?? "is not CSV";
    if (read !== "CSV_QUOTE_NOT_CLOSED") break;
  }
  return { size: 1, row: { ...place, problem } };
}

/** The cells of one row, or the code of its error. */
function parseRow(text: string, delimiter: string): string[] | string {
  try {
    const [cells = []] = parse(text, { delimiter, record_delimiter: "\n", relax_column_count: true, trim: true });
    return cells;
  } catch (error) {
    if (error instanceof CsvError) return error.code;
    throw error;
  }
}
