// The chapter for officers states the figures of the bundled rules.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bundledMap } from "./bundled/category-map.ts";
import { bundledRuleSet } from "./bundled/rule-set.ts";

const chapter = readFileSync(
  new URL("../../../deploy/docs/operator/how-a-container-is-judged.md", import.meta.url),
  "utf8",
);
const { goods, alerts } = bundledRuleSet;
const certain = `one detection of ${100 * bundledMap.certainConfidence} %`;
const percent = (share: number) => `${Number((100 * share).toFixed(4))} %`;
const alertOf = (name: string) => {
  const alert = alerts.alerts.find(({ classes }) => classes.includes(name));
  if (!alert) throw new Error(`no alert is about ${name}`);
  return `confidence ${percent(alert.fromConfidence)}`;
};
const undeclared = (chances: typeof goods.undeclaredPackages) => [
  `above ${percent(chances.warningChance)}`,
  `${percent(chances.warningChance)} or less, probability ${percent(goods.warningProbability)}`,
  `${percent(chances.criticalChance)} or less, `,
];

test.each([
  [
    "undeclared packages",
    [
      ...undeclared(goods.undeclaredPackages),
      `probability ${percent(goods.criticalProbability)}`,
      `${percent(goods.criticalAreaShare)} of the picture`,
      certain,
    ],
  ],
  [
    "undeclared vehicles and machines",
    [...undeclared(goods.undeclaredWholeObjects), `under ${percent(goods.wholeObjectAreaShare)} of the picture`],
  ],
  [
    "more packages than declared",
    [
      `${goods.excessWarningDeviations} standard deviations`,
      `above ${goods.excessCriticalDeviations}, more than twice the declared count, probability ${percent(goods.criticalProbability)}`,
    ],
  ],
  ["fewer than declared", [`${goods.shortageWarningDeviations} standard deviations`]],
  [
    "declared empty",
    [
      `under ${percent(goods.warningProbability)}, or up to ${goods.dunnagePieces} pallets`,
      `${percent(goods.criticalProbability)}, ${certain}`,
    ],
  ],
  [
    "a class that neither",
    [`under ${percent(goods.warningProbability)}`, `probability ${percent(goods.warningProbability)}`],
  ],
  ["declared laden", [`confidence ${percent(goods.emptyConfidence)}`]],
  ["people and animals", [alertOf("person"), alertOf("animal")]],
  ["weapons", [alertOf("weapon")]],
  ["drugs, explosives", [alertOf("drugs"), alertOf("explosive"), alertOf("cash"), alertOf("false wall")]],
  ["duffel and sports bags", [alertOf("duffel bag")]],
  ["holes, broken or missing seals", [alertOf("hole"), alertOf("broken seal"), alertOf("missing seal")]],
  ["dents, rust, scratches", [alertOf("dent"), alertOf("rust"), alertOf("scratch")]],
  ["other damage", [`confidence ${percent(alerts.defectFromConfidence)}`]],
  ["scans for illegal goods", [`confidence ${percent(alerts.illegalFromConfidence)}`]],
])("%s", (name, figures) => {
  const row = chapter.split("\n").find((line) => line.startsWith(`| ${name}`)) ?? "";
  expect(figures.filter((figure) => !row.includes(figure))).toEqual([]);
});
