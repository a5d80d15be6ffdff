import type { Detection, ManifestMatch } from "@container-inspection/shared-schemas";
import type { containers, manifests } from "../../platform/db/tables.ts";
import type { CompiledMap } from "./reading/compile-map.ts";
import { createMatcher } from "./rules/match-manifest.ts";

/** Compares a category scan with the manifest of its container; null without a manifest. */
export type MatchScan = (
  container: Pick<typeof containers.$inferSelect, "containerNumber" | "sizeType">,
  detections: readonly Detection[],
) => ManifestMatch | null;

/** Compares scans with this manifest by this category map; its goods are read once for all of them. */
export function createMatchScan(manifest: typeof manifests.$inferSelect | null, map: CompiledMap): MatchScan {
  if (!manifest) return () => null;
  const match = createMatcher(manifest, map);
  return ({ containerNumber, sizeType }, detections) => match({ containerNumber, sizeType, detections });
}
