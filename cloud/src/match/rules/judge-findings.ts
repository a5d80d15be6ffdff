import type { ManifestMatch, MatchFinding } from "@container-inspection/shared-schemas/manifest-match";

type Lane = ManifestMatch["lane"];

/** Probability of a finding that states none, and the cost of overlooking it, both 0 to 1. */
const PROBABILITY = { info: 0.1, warning: 0.5, critical: 0.9 };
const COST = { info: 0.1, warning: 0.6, critical: 1 };
/** The best score of each lane: every red container scores below every yellow one, and these below every green one. */
const BEST_SCORE: Record<Lane, number> = { green: 1, yellow: 0.666, red: 0.333 };
/** Width of the score range of a lane. */
const SPAN = 0.333;

/** The lane of some findings: critical red, warning yellow, else green. */
export function laneOf(findings: readonly MatchFinding[]): Lane {
  if (findings.some(({ severity }) => severity === "critical")) return "red";
  return findings.some(({ severity }) => severity === "warning") ? "yellow" : "green";
}

/** The score within a lane: the risk that at least one finding is true, weighted by the cost of overlooking it. */
export function scoreOf(lane: Lane, findings: readonly MatchFinding[]): number {
  const safe = findings.reduce(
    (left, { severity, probability = PROBABILITY[severity] }) => left * (1 - probability * COST[severity]),
    1,
  );
  return Math.round((BEST_SCORE[lane] - SPAN * (1 - safe)) * 1_000) / 1_000;
}

const rank = { critical: 0, warning: 1, info: 2 };

/** Worst first; among equals the more probable. */
export function orderFindings(findings: readonly MatchFinding[]): MatchFinding[] {
  return findings.toSorted(
    (one, other) => rank[one.severity] - rank[other.severity] || (other.probability ?? 0) - (one.probability ?? 0),
  );
}

/** A finding that several pictures share stays once, at its worst, with the evidence of all that are as bad. */
export function uniteFindings(findings: readonly MatchFinding[]): MatchFinding[] {
  const groups = Map.groupBy(findings, ({ rule, className, declared, observed, manifests }) =>
    JSON.stringify(className === undefined ? [rule, declared, observed, manifests] : [rule, className]),
  );
  return [...groups.values()].flatMap((group) => {
    const worst = orderFindings(group).slice(0, 1);
    return worst.map((finding) => {
      const asBad = group.filter(({ severity }) => severity === finding.severity);
      const evidence = asBad.flatMap((one) => one.evidence ?? []);
      return evidence.length > 0 ? { ...finding, evidence } : finding;
    });
  });
}
