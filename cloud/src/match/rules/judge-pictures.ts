import type { ManifestMatch, MatchFinding, MatchLane } from "@container-inspection/shared-schemas/manifest-match";
import { findAlerts } from "./alert-findings.ts";
import { addGrounds } from "./finding-grounds.ts";
import { laneOf, orderFindings, uniteFindings } from "./judge-findings.ts";
import { findUnlike } from "./likeness-rules.ts";
import {
  type CompiledRules,
  createMatcher,
  type DeclaredSide,
  nameRules,
  type ObservedSide,
} from "./match-manifest.ts";

/**
 * Result of judging the pictures of a visit: the match with its manifests, every finding, with or without a manifest,
 * and the lane that they put the visit in.
 */
export type Judgement = { match: ManifestMatch | null; findings: MatchFinding[]; lane: MatchLane | null };

/** Judges pictures of a visit: against the manifests where there are any, else by what must be in no container. */
export function judgePictures(
  manifests: readonly DeclaredSide[],
  observed: ObservedSide,
  rules: CompiledRules,
): Judgement {
  if (manifests.length > 0) {
    const match = createMatcher(manifests, rules)(observed);
    const lane = observed.pictures.length > 0 ? match.lane : laneOfPaper(match);
    return { match, findings: match.findings, lane };
  }
  const alerts = observed.pictures.flatMap((picture) => findAlerts(picture, rules.alerts));
  const found = orderFindings(uniteFindings([...alerts, ...findUnlike(observed.pictures)]));
  const findings = addGrounds(found, { pictures: observed.pictures, ruleSet: nameRules(rules), names: [] });
  return { match: null, findings, lane: foundLane(findings) };
}

/** The lane of a visit that no picture was taken of: that of what its papers show, and none while they show nothing. */
const laneOfPaper = ({ findings }: ManifestMatch) => foundLane(findings.filter(({ lane }) => lane !== "documents"));

/** The lane of some findings; none without any, since nothing was compared that could release a container. */
function foundLane(findings: readonly MatchFinding[]): MatchLane | null {
  const lane = laneOf(findings);
  return lane === "green" ? null : lane;
}
