import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import { expect, test } from "vitest";
import { bundledMap } from "../../match/bundled/category-map.ts";
import { bundledRuleSet } from "../../match/bundled/rule-set.ts";
import { checkProposal } from "./rule-set-rules.ts";

const { goods, weights, alerts, dangerousGoods } = bundledRuleSet;
const checkRules = (changes: Partial<RuleSet>) => checkProposal({ rules: { ...bundledRuleSet, ...changes } });

test.each([
  ["rules for all sites", { rules: bundledRuleSet }],
  ["rules for one site", { rules: bundledRuleSet, siteId: "north" }],
  ["a category map", { map: bundledMap }],
  ["rules and a category map", { rules: bundledRuleSet, map: bundledMap }],
])("%s can be proposed", (_what, proposal) => {
  expect(checkProposal(proposal)).toEqual([]);
});

test("a proposal of nothing, and a category map for one site, are refused", () => {
  const nothing = { path: "", message: "must hold rules, a category map (map), or both" };
  expect(checkProposal({})).toEqual([nothing]);
  expect(checkProposal({ siteId: "north" })).toEqual([nothing]);
  expect(checkProposal({ siteId: "north", map: bundledMap })).toEqual([
    { path: "map", message: "must be absent for one site: a category map is for all sites" },
  ]);
});

test("problems of the category map and of the rules are listed together", () => {
  const map = { ...bundledMap, emptyClasses: ["?"] };
  const rules = { ...bundledRuleSet, alerts: { ...alerts, ignoredClasses: ["?"] } };
  const message = "must hold a letter or a digit";
  expect(checkProposal({ rules, map })).toEqual([
    { path: "map.emptyClasses.0", message },
    { path: "rules.alerts.ignoredClasses.0", message },
  ]);
});

const chances = (warningChance: number, criticalChance: number) => ({ warningChance, criticalChance });
test.each<[setting: string, other: string, changes: (value: number, other: number) => Partial<RuleSet>]>([
  ["goods.criticalProbability", "goods.warningProbability",
    (criticalProbability, warningProbability) => ({ goods: { ...goods, criticalProbability, warningProbability } })],
  ["goods.excessCriticalDeviations", "goods.excessWarningDeviations",
    (excessCriticalDeviations, excessWarningDeviations) => ({ goods: { ...goods, excessCriticalDeviations, excessWarningDeviations } })],
  ["goods.undeclaredPackages.warningChance", "goods.undeclaredPackages.criticalChance",
    (warning, critical) => ({ goods: { ...goods, undeclaredPackages: chances(warning, critical) } })],
  ["goods.undeclaredWholeObjects.warningChance", "goods.undeclaredWholeObjects.criticalChance",
    (warning, critical) => ({ goods: { ...goods, undeclaredWholeObjects: chances(warning, critical) } })],
  ["weights.criticalDeviation", "weights.warningDeviation",
    (criticalDeviation, warningDeviation) => ({ weights: { ...weights, criticalDeviation, warningDeviation } })],
  ["weights.criticalFactor", "weights.warningFactor",
    (criticalFactor, warningFactor) => ({ weights: { ...weights, criticalFactor, warningFactor } })],
  ["dangerousGoods.assignedUnNumbers.1.to", "dangerousGoods.assignedUnNumbers.1.from",
    (to, from) => ({ dangerousGoods: { ...dangerousGoods, assignedUnNumbers: [{ from: 1, to: 2 }, { from, to }] } })],
])("%s is not below %s", (setting, other, changes) => {
  const message = `must not be below rules.${other}, which is 0.5`;
  expect(checkRules(changes(0.4, 0.5))).toEqual([{ path: `rules.${setting}`, message }]);
  expect(checkRules(changes(0.5, 0.5))).toEqual([]);
  expect(checkRules(changes(0.6, 0.5))).toEqual([]);
}); // prettier-ignore

test("a class without a letter or digit is refused in alerts and among the ignored classes, with its place", () => {
  const weapon = { classes: ["weapon"], fromConfidence: 0.5, severity: "critical" as const };
  const blank = { ...weapon, classes: ["gun", "-", "knife", " "] };
  const message = "must hold a letter or a digit";
  const changed = { ...alerts, alerts: [weapon, blank], ignoredClasses: ["no_threat", "_"] };
  expect(checkRules({ alerts: changed })).toEqual([
    { path: "rules.alerts.alerts.1.classes.1", message },
    { path: "rules.alerts.alerts.1.classes.3", message },
    { path: "rules.alerts.ignoredClasses.1", message },
  ]);
});
