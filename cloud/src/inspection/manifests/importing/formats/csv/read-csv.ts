import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";

/** One row of a CSV file, by the line it starts in, counted from 1. */
export type CsvRow = { line: number; cells: string[] } | { line: number; problem: string };

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

/**
 * Reads CSV (RFC 4180; lines end in CRLF, LF or CR; blanks around a field do not count) row by row, without rows that
 * are empty. The first line decides between comma and semicolon, which spreadsheets write where the comma is the
 * decimal sign. A row that cannot be read does not affect the others: reading continues in the next line. Stops after
 * one row more than `maxRows`.
 */
export async function readCsv(text: string, maxRows: number): Promise<CsvRow[]> {
  const lines = text.split(/\r\n|\n|\r/);
  const header = lines.find((line) => line.trim() !== "") ?? "";
  const delimiter = header.includes(";") && !header.includes(",") ? ";" : ",";
  const rows: CsvRow[] = [];
  let turns = 0;
  for (let at = 0; at < lines.length && rows.length <= maxRows;) {
    const { size, row } = readRow(lines, at, delimiter);
    if ("problem" in row || row.cells.some((cell) => cell !== "")) rows.push(row);
    if ((turns += 1) % ROWS_PER_TURN === 0) await new Promise(setImmediate);
    at += size;
  }
  return rows;
}

function readRow(lines: string[], at: number, delimiter: string): { size: number; row: CsvRow } {
  const line = at + 1;
  if (lines[at] === "") return { size: 1, row: { line, cells: [] } };
  let problem = "";
  for (let size = 1; size <= Math.min(MAX_ROW_LINES, lines.length - at); size += 1) {
    // What an open quotation mark waits for can only be another one.
    if (size > 1 && lines[at + size - 1]?.includes('"') !== true) continue;
    const text = lines.slice(at, at + size).join("\n");
    if (text.length > MAX_LINE_LENGTH) return { size: 1, row: { line, problem: "is longer than 100,000 characters" } };
    const read = parseRow(text, delimiter);
    if (Array.isArray(read)) return { size, row: { line, cells: read } };
    // A quotation mark in a later line is no problem of this one.
    if (size === 1) problem = problems[read] ?? "is not CSV";
    if (read !== "CSV_QUOTE_NOT_CLOSED") break;
  }
  return { size: 1, row: { line, problem } };
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
