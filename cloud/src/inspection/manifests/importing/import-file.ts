import type { ManifestImportError, ManifestRequest } from "@container-inspection/shared-schemas/manifests";
import type { ZodError } from "zod";
import { invalid } from "./format/limits.ts";

/**
 * The most bytes of a file: a body from 4 MiB on would hold up other large ones for as long as its manifests take to
 * write.
 */
export const MAX_FILE_BYTES = 4_000_000;
/** The most line breaks, also those inside quoted fields; CRLF counts twice. */
const MAX_BREAKS = 100_000;
const [LF, CR] = [0x0a, 0x0d];

/** One manifest of a file, with the lines that make it up. */
export type ImportedManifest = { lines: number[]; fields: ManifestRequest };
export type FailedLine = { line: number; errors: ManifestImportError[] };

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

/** The errors that a schema reports for a manifest. */
export function errorsOf(error: ZodError): ManifestImportError[] {
  return error.issues.slice(0, 20).map((issue) => invalid(issue.path.map(String).join("."), issue.message));
}
