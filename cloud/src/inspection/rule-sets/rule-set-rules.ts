import type { ErrorDetail } from "@container-inspection/shared-schemas/errors";
import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import type { ProposeRuleSetRequest } from "@container-inspection/shared-schemas/rule-sets";
import { checkCategoryMap } from "../../match/reading/category-map-rules.ts";
import { normaliseWords } from "../../match/reading/normalise-words.ts";

/** Returns the errors of a well-formed proposal, each with its setting in the request. */
export function checkProposal({ siteId, rules, map }: ProposeRuleSetRequest): ErrorDetail[] {
  const isNothing = { path: "", message: "must hold rules, a category map (map), or both" };
  const isForAll = { path: "map", message: "must be absent for one site: a category map is for all sites" };
  return [
    ...(rules === undefined && map === undefined ? [isNothing] : []),
    ...(siteId !== undefined && map !== undefined ? [isForAll] : []),
    ...(map === undefined ? [] : checkCategoryMap(map)),
    ...(rules === undefined ? [] : checkRules(rules)),
  ];
}

/** Settings of a rule set that contradict each other. */
function checkRules({ goods, weights, dangerousGoods, alerts }: RuleSet): ErrorDetail[] {
  const { undeclaredPackages, undeclaredWholeObjects } = goods;
  const pairs: readonly Pair[] = [
    ["goods.criticalProbability", goods.criticalProbability, "goods.warningProbability", goods.warningProbability],
    ["goods.excessCriticalDeviations", goods.excessCriticalDeviations, "goods.excessWarningDeviations", goods.excessWarningDeviations],
    ["goods.undeclaredPackages.warningChance", undeclaredPackages.warningChance, "goods.undeclaredPackages.criticalChance", undeclaredPackages.criticalChance],
    ["goods.undeclaredWholeObjects.warningChance", undeclaredWholeObjects.warningChance, "goods.undeclaredWholeObjects.criticalChance", undeclaredWholeObjects.criticalChance],
    ["weights.criticalDeviation", weights.criticalDeviation, "weights.warningDeviation", weights.warningDeviation],
    ["weights.criticalFactor", weights.criticalFactor, "weights.warningFactor", weights.warningFactor],
    ...dangerousGoods.assignedUnNumbers.map(({ from, to }, index): Pair => {
      const range = `dangerousGoods.assignedUnNumbers.${index}`;
      return [`${range}.to`, to, `${range}.from`, from];
    }),
  ]; // prettier-ignore
  return [
    ...pairs.flatMap(([path, value, other, least]) =>
      value < least ? [{ path: `rules.${path}`, message: `must not be below rules.${other}, which is ${least}` }] : [],
    ),
    ...alerts.alerts.flatMap(({ classes }, index) => findBlank(classes, `rules.alerts.alerts.${index}.classes`)),
    ...findBlank(alerts.ignoredClasses, "rules.alerts.ignoredClasses"),
  ];
}

/** A setting that must not be below another one. */
type Pair = readonly [path: string, value: number, other: string, least: number];

/** Finds class names without a letter or digit, which would match every detection without a name. */
function findBlank(names: readonly string[], path: string): ErrorDetail[] {
  return names.flatMap((name, index) =>
    normaliseWords(name) === "" ? [{ path: `${path}.${index}`, message: "must hold a letter or a digit" }] : [],
  );
}
