import type { NumberedRuleSet, RuleSetVersion } from "@container-inspection/shared-schemas/rule-sets";
import type { FoundRuleSet } from "../judging/rule-set-store.ts";

/** A version of a rule set as the list of versions shows it. */
export function presentRuleSetVersion({ row, proposedBy, activatedBy }: FoundRuleSet): RuleSetVersion {
  const { version, siteId, state, note, baseVersion, map, mapVersion, createdAt, activatedAt } = row;
  return {
    version,
    siteId,
    state,
    note,
    baseVersion,
    hasMap: map !== null,
    mapVersion,
    proposedBy,
    createdAt: createdAt.toISOString(),
    activatedBy,
    activatedAt: activatedAt?.toISOString() ?? null,
  };
}

/** A version of a rule set, whole. */
export function presentRuleSet(found: FoundRuleSet): NumberedRuleSet {
  return { ...presentRuleSetVersion(found), rules: found.row.rules, map: found.row.map };
}
