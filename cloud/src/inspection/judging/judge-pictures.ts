import type { ManifestMatch, MatchFinding, StoredMatch } from "@container-inspection/shared-schemas/manifest-match";
import type { containers, manifests, manifestVersions } from "../../platform/db/tables.ts";
import { refOf, versionOf } from "./manifest-version-store.ts";
import { createMatchPictures } from "./match-pictures.ts";
import { findAlerts } from "../../match/rules/alert-findings.ts";
import { addGrounds } from "../../match/rules/finding-grounds.ts";
import { orderFindings, uniteFindings } from "../../match/rules/judge-findings.ts";
import { type CompiledRules, type DeclaredSide, nameRules } from "../../match/rules/match-manifest.ts";
import type { Picture } from "../../match/rules/pictures.ts";

/** A manifest with the additional facts that a judgement of the whole visit uses. */
export type AttachedManifest = typeof manifests.$inferSelect &
  Pick<DeclaredSide, "firstCompared" | "isAddedLater" | "sameBill">;

/**
 * Input of a judgement: pictures of one visit of a container, with the manifests that are attached on it.
 */
export type Judged = {
  container: Pick<typeof containers.$inferSelect, "containerNumber" | "sizeType">;
  attached: readonly AttachedManifest[];
  pictures: readonly Picture[];
};

/**
 * Result of judging the pictures of a visit: the match with its manifests, and every finding, with or without a
 * manifest.
 */
export type Judgement = { match: ManifestMatch | null; findings: MatchFinding[] };

/** Judges pictures of a visit: against the manifests where there are any, else by what must be in no container. */
export function judgePictures({ container, attached, pictures }: Judged, rules: CompiledRules): Judgement {
  const match = createMatchPictures(attached, rules)(container, pictures);
  if (match) return { match, findings: match.findings };
  const alerts = pictures.flatMap((picture) => findAlerts(picture, rules.alerts));
  const findings = orderFindings(uniteFindings(alerts));
  return { match, findings: addGrounds(findings, { pictures, ruleSet: nameRules(rules), names: [] }) };
}

/** A judgement to store, with the current manifests: store these versions in the same transaction. */
export function fileJudgement(
  { match, findings }: Judgement,
  { attached, pictures }: Judged,
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
  };
  return { stored, versions };
}
