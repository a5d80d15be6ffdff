import { t } from "@lingui/core/macro";
import { elementsOf, readJsonLines, tableOf } from "./read-json.ts";
import type { ImportFile, Unreadable } from "./import-file.ts";
import { readCsvTable } from "./read-csv-table.ts";

/** The page reads and checks the whole file at once: beyond that, it would not respond for too long. */
const MOST_BYTES = 10_000_000;

/** Recognises a file by its content: CSV with any usual separator, JSON lines, or one JSON document. */
export async function readImportFile(file: Blob): Promise<ImportFile | Unreadable> {
  if (file.size > MOST_BYTES) return { problem: t`The file is larger than 10 MB. Split it.` };
  const decoded = decode(new Uint8Array(await file.arrayBuffer()));
  // Lets the page show that it reads.
  await new Promise((resolve) => setTimeout(resolve, 50));
  if ("problem" in decoded) return decoded;
  const { text, notes } = decoded;
  if (text.trim() === "") return { problem: t`The file is empty.` };
  const read = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
  return "problem" in read ? read : { ...read, notes };
}

function readJson(text: string): Omit<ImportFile, "notes"> | Unreadable {
  const isLines = /^\s*\{/.test(text) && !isJson(text);
  const rows = isLines ? readJsonLines(text) : elementsOf(text);
  if ("problem" in rows) return rows;
  const table = tableOf(rows);
  return { format: isLines ? t`JSON lines` : "JSON", content: table ?? { kind: "records", rows } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readCsv(text: string): Omit<ImportFile, "notes"> | Unreadable {
  const read = readCsvTable(text);
  if ("problem" in read) return read;
  const names: Record<string, string> = { ",": t`commas`, ";": t`semicolons`, "\t": t`tabs`, "|": t`vertical bars` };
  return { format: t`CSV, separated by ${names[read.delimiter] ?? read.delimiter}`, content: read.table };
}

/** Text in UTF-8, in UTF-16 with its mark, or else in the encoding of Western Windows. */
function decode(bytes: Uint8Array): { text: string; notes: string[] } | Unreadable {
  const [first, second] = bytes;
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf))
    return { problem: t`This is a workbook or an archive. Save the sheet as CSV UTF-8 and choose that file.` };
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), notes: [] };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), notes: [] };
  if (bytes.subarray(0, 1_000).includes(0)) return { problem: t`This file is not text. Choose a CSV or JSON file.` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), notes: [] };
  } catch {
    const note = t`The file is not UTF-8. It was read as Windows-1252: check letters with accents in the preview.`;
    return { text: new TextDecoder("windows-1252").decode(bytes), notes: [note] };
  }
}
