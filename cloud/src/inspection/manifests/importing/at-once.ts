import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import { tooManyRows } from "./format/limits.ts";
import type { JudgedFile } from "./import-file.ts";

/**
 * The most bytes of a file that is imported within one request: a body from 4 MiB on would hold up other large ones
 * for as long as its manifests take to write.
 */
export const MAX_FILE_BYTES = 4_000_000;
/** The most lines of manifests that such a file may hold. */
export const MAX_LINES = 5_000;
/** The most line breaks, also those inside quoted fields; CRLF counts twice. */
const MAX_BREAKS = 100_000;
const [LF, CR] = [0x0a, 0x0d];

export const TOO_MANY_LINES = tooManyRows(MAX_LINES);

/** True if a file has too many lines to be read; stops at the first line over the limit. */
export function hasTooManyLines(bytes: Uint8Array): boolean {
  let breaks = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LF && bytes[at] !== CR) continue;
    breaks += 1;
    if (breaks > MAX_BREAKS) return true;
  }
  return false;
}

/**
 * The reason why a file is refused that is imported within one request, where no person can be asked: every column
 * must be known, and so must the sign before decimals.
 */
export function refusalOf({ problem, columns, question }: JudgedFile): string | undefined {
  if (problem !== null) return problem;
  const unknown = columns.find(({ header, column }) => column === null && header !== "");
  if (unknown) return `${named(unknown.header, columns)} Columns: ${Object.keys(csvColumns).join(", ")}.`;
  return question?.message;
}

function named(header: string, columns: JudgedFile["columns"]): string {
  const shown = `The first row names the column "${header.slice(0, 100)}"`;
  const twice = columns.filter((column) => column.header === header).length > 1;
  return twice ? `${shown} twice.` : `${shown}, which is not known or named twice.`;
}
