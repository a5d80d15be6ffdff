import type { ManifestImportError } from "@container-inspection/shared-schemas/manifests";

/** The most lines of manifests that one file may hold. */
export const MAX_LINES = 5_000;
export const TOO_MANY_LINES = `The file holds more than ${MAX_LINES} lines of manifests. Send it in parts.`;

/** A line, or one value of it, that is not valid; `path` is empty where the line as a whole is not. */
export function invalid(path: string, message: string): ManifestImportError {
  return { code: "VALIDATION_ERROR", path, message };
}
