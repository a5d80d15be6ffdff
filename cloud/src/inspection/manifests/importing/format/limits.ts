import type { ManifestImportError } from "@container-inspection/shared-schemas/manifests";

/** A line, or one value of it, that is not valid; `path` is empty where the line as a whole is not. */
export function invalid(path: string, message: string): ManifestImportError {
  return { code: "VALIDATION_ERROR", path, message };
}

/** The refusal of a file with too many rows. */
export const tooManyRows = (maxRows: number) =>
  `The file holds more than ${maxRows} lines of manifests. Send it in parts.`;
