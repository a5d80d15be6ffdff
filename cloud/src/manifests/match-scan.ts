import type { Detection, ManifestMatch } from "@container-inspection/shared-schemas";
import type { containers, manifests } from "../db/tables.ts";
import { defaultCategoryMap } from "./category-map.ts";
import { matchManifest } from "./rules/match-manifest.ts";

/** Compares a category scan with the manifest of its container, by the category map in force; null without a manifest. */
export function matchScan(
  manifest: typeof manifests.$inferSelect | null,
  { containerNumber, sizeType }: Pick<typeof containers.$inferSelect, "containerNumber" | "sizeType">,
  detections: readonly Detection[],
): ManifestMatch | null {
  return manifest && matchManifest(manifest, { containerNumber, sizeType, detections }, defaultCategoryMap);
}
