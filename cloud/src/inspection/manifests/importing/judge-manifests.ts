import { manifestRequest } from "@container-inspection/shared-schemas/manifests";
import { explainIssue } from "../../../platform/http/explain-issue.ts";
import type { FileRow, ReadManifest } from "./format/format.ts";
import { invalid } from "./format/limits.ts";
import { errorsOf, type FailedLine, type ImportedManifest } from "./import-file.ts";

/** The manifests of a file that are valid, and the rows of the others with their errors. */
export function judgeManifests(manifests: readonly ReadManifest[]): {
  manifests: ImportedManifest[];
  failed: FailedLine[];
} {
  const judged = manifests.map(judgeManifest);
  return {
    manifests: judged.flatMap(({ manifest }) => manifest ?? []),
    failed: judged.flatMap(({ failed }) => failed),
  };
}

/**
 * A manifest with a bad row is not imported at all: with one of its goods missing, it would accuse the shipper of not
 * declaring them.
 */
function judgeManifest({ rows, fields, rowOf }: ReadManifest): { manifest?: ImportedManifest; failed: FailedLine[] } {
  const isRead = rows.every(({ problems }) => problems.length === 0);
  const manifest = manifestRequest.safeParse(fields, { error: explainIssue });
  if (manifest.success && isRead)
    return { manifest: { lines: rows.map(({ number }) => number), fields: manifest.data }, failed: [] };
  const errors = new Map(rows.map(({ number, problems }) => [number, [...problems]]));
  const [first] = rows;
  for (const error of manifest.success ? [] : errorsOf(manifest.error))
    errors.get(rowOf?.(error.path) ?? first.number)?.push(error);
  const bad = rows.find(({ number }) => errors.get(number)?.length !== 0) ?? first;
  return { failed: rows.map(({ number }) => ({ line: number, errors: errorsOr(errors.get(number), bad) })) };
}

function errorsOr(errors: FailedLine["errors"] | undefined, bad: FileRow): FailedLine["errors"] {
  if (errors && errors.length > 0) return errors;
  const place = bad.place.charAt(0).toUpperCase() + bad.place.slice(1);
  return [invalid("", `${place} of the same manifest is not valid, so none of it was imported.`)];
}
