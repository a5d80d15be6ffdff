import type { ManifestMatch, MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { findAlerts } from "./alert-findings.ts";
import { addGrounds } from "./finding-grounds.ts";
import { orderFindings, uniteFindings } from "./judge-findings.ts";
import {
  type CompiledRules,
  createMatcher,
  type DeclaredSide,
  nameRules,
  type ObservedSide,
} from "./match-manifest.ts";

/**
 * Result of judging the pictures of a visit: the match with its manifests, and every finding, with or without a
 * manifest.
 */
export type Judgement = { match: ManifestMatch | null; findings: MatchFinding[] };

/** Judges pictures of a visit: against the manifests where there are any, else by what must be in no container. */
export function judgePictures(
  manifests: readonly DeclaredSide[],
  observed: ObservedSide,
  rules: CompiledRules,
): Judgement {
  if (manifests.length > 0) {
    const match = createMatcher(manifests, rules)(observed);
    return { match, findings: match.findings };
  }
  const alerts = observed.pictures.flatMap((picture) => findAlerts(picture, rules.alerts));
  const findings = orderFindings(uniteFindings(alerts));
  return {
    match: null,
    findings: addGrounds(findings, { pictures: observed.pictures, ruleSet: nameRules(rules), names: [] }),
  };
}
