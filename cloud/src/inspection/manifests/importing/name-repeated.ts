import type { JudgedManifest } from "./import-file.ts";

/**
 * Names, beside each manifest of a file whose bill of lading and container number stood in it before, the row that it
 * replaces: an import writes both, and the later one stays.
 */
export function nameRepeated(manifests: readonly JudgedManifest[]): void {
  const placeOf = new Map<string, string>();
  for (const { rows, fields } of manifests) {
    if (!fields?.billOfLading) continue;
    const [first] = rows;
    const key = JSON.stringify([fields.billOfLading, fields.containerNumber?.key ?? ""]);
    const before = placeOf.get(key);
    placeOf.set(key, first.place);
    if (before === undefined) continue;
    const message = `It replaces ${before}, which states the same bill of lading and container number.`;
    first.notUnderstood.push({ path: "", text: fields.billOfLading, message });
  }
}
