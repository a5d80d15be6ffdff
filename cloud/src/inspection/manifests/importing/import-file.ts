import type { ManifestImportError, ManifestRequest } from "@container-inspection/shared-schemas/manifests";
import type { ZodError } from "zod";

/**
 * The most bytes of a file: a body from 4 MiB on would hold up other large ones for as long as its manifests take to
 * write.
 */
export const MAX_FILE_BYTES = 4_000_000;
/** The most lines of manifests that one file may hold. */
export const MAX_LINES = 5_000;
/** The most line breaks, also those inside quoted fields; CRLF counts twice. */
const MAX_BREAKS = 100_000;
const [LF, CR] = [0x0a, 0x0d];

export const TOO_MANY_LINES = `The file holds more than ${MAX_LINES} lines of manifests. Send it in parts.`;

/** One manifest of a file, with the lines that make it up. */
export type ImportedManifest = { lines: number[]; fields: ManifestRequest };
export type FailedLine = { line: number; errors: ManifestImportError[] };

/** The content of a file, line by line; `problem` is the reason why it cannot be read at all. */
export type ImportFile =
  | { ok: true; manifests: ImportedManifest[]; failed: FailedLine[] }
  | { ok: false; problem: string };

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

/** A line, or one value of it, that is not valid; `path` is empty where the line as a whole is not. */
export function invalid(path: string, message: string): ManifestImportError {
  return { code: "VALIDATION_ERROR", path, message };
}

/** The errors that a schema reports for a manifest. */
export function errorsOf(error: ZodError): ManifestImportError[] {
  return error.issues.slice(0, 20).map((issue) => invalid(issue.path.map(String).join("."), issue.message));
}
