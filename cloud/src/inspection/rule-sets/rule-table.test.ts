import { readFileSync } from "node:fs";
import path from "node:path";
import { ruleSet } from "@container-inspection/shared-schemas/rule-set";
import { expect, test } from "vitest";
import { listRuleSettings } from "./list-rule-settings.ts";
import { bundledRuleSet } from "../../match/bundled/rule-set.ts";
import { ruleSources } from "../../match/bundled/rule-sources.ts";
import { withRuleTable } from "./rule-table.ts";

const settings = listRuleSettings();

test("the bundled rule set passes the checks of the API, and survives JSON", () => {
  expect(ruleSet.parse(JSON.parse(JSON.stringify(bundledRuleSet)))).toEqual(bundledRuleSet);
});

test("the chapter's table of rule settings is the one that `npm --prefix cloud run rule-table` writes", () => {
  const file = path.resolve(import.meta.dirname, "../../../../deploy/docs/administrator/rule-sets.md");
  const chapter = readFileSync(file, "utf8");
  expect(chapter).toBe(withRuleTable(chapter));
});

test("every setting states its meaning", () => {
  expect(settings.filter(({ meaning }) => meaning === "").map(({ path: place }) => place)).toEqual([]);
});

test("every source belongs to a setting", () => {
  const paths = new Set(settings.map(({ path: place }) => place));
  expect(Object.keys(ruleSources).filter((place) => !paths.has(place))).toEqual([]);
});

test("defaults, units and sources of some settings", () => {
  const rowOf = (place: string) => settings.find((setting) => setting.path === place);
  expect(rowOf("weights.maxEmptyKg")).toMatchObject({ unit: "kg", shownDefault: "1000", source: "estimate" });
  expect(rowOf("weights.containers[].tareKg.min")).toMatchObject({ unit: "kg", source: "named in each entry" });
  expect(rowOf("goods.undeclaredPackages.warningChance")).toMatchObject({ shownDefault: "0.001" });
  expect(rowOf("containers.liquidGroups")).toMatchObject({ unit: "text", shownDefault: "TKN", source: "ISO 6346" });
  expect(rowOf("alerts.illegalCriticalConfidence")).toMatchObject({ shownDefault: "–" });
});
