import type { StoredMatch } from "@container-inspection/shared-schemas/manifest-match";
import type { containers, manifests, manifestVersions } from "../../platform/db/tables.ts";
import { refOf, versionOf } from "./manifest-version-store.ts";
import { type Judgement, judgePictures as judge } from "../../match/rules/judge-pictures.ts";
import type { CompiledRules, DeclaredSide } from "../../match/rules/match-manifest.ts";
import type { Picture } from "../../match/rules/pictures.ts";

/** A manifest with the additional facts that a judgement of the whole visit uses. */
export type AttachedManifest = typeof manifests.$inferSelect &
  Pick<DeclaredSide, "isAddedLater" | "sameBill"> & { firstCompared?: typeof manifests.$inferSelect | undefined };

/**
 * Input of a judgement: pictures of one visit of a container, with the manifests that are attached on it.
 */
export type Judged = {
  container: Pick<typeof containers.$inferSelect, "containerNumber" | "sizeType">;
  attached: readonly AttachedManifest[];
  pictures: readonly Picture[];
};

/** Judges pictures of a visit with the manifests that are attached on it. */
export const judgePictures = ({ container, attached, pictures }: Judged, rules: CompiledRules): Judgement =>
  judge(attached, { ...container, pictures }, rules);

/** A judgement to store, with the current manifests: store these versions in the same transaction. */
export function fileJudgement(
  { match, findings }: Pick<Judgement, "match" | "findings">,
  { container, attached, pictures }: Judged,
  rules: CompiledRules,
  nowMs: number,
): { stored: StoredMatch; versions: (typeof manifestVersions.$inferSelect)[] } {
  const versions = attached.map((manifest) => versionOf(manifest, nowMs));
  const stored = {
    at: new Date(nowMs).toISOString(),
    match,
    findings,
    manifests: versions.map(refOf),
    mapVersion: rules.map.version,
    ruleSetVersion: rules.version,
    scanIds: pictures.map(({ scanId }) => scanId),
    container: { containerNumber: container.containerNumber, sizeType: container.sizeType },
  };
  return { stored, versions };
}
