import type { ManifestMatch } from "@container-inspection/shared-schemas/manifest-match";
import type { containers } from "../../platform/db/tables.ts";
import { type CompiledRules, createMatcher, type DeclaredSide } from "../../match/rules/match-manifest.ts";
import type { Picture } from "../../match/rules/pictures.ts";

/** Compares pictures of a visit with the manifests of their container; null without a manifest. */
export type MatchPictures = (
  container: Pick<typeof containers.$inferSelect, "containerNumber" | "sizeType">,
  pictures: readonly Picture[],
) => ManifestMatch | null;

/** Compares pictures with these manifests by these rules; their goods are read once for all of them. */
export function createMatchPictures(attached: readonly DeclaredSide[], rules: CompiledRules): MatchPictures {
  if (attached.length === 0) return () => null;
  const match = createMatcher(attached, rules);
  return ({ containerNumber, sizeType }, pictures) => match({ containerNumber, sizeType, pictures });
}
