import { containerRules } from "@container-inspection/shared-schemas/rules/container-rules";
import { expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledMap } from "../bundled/category-map.ts";
import { bundledContainerRules } from "../bundled/container-rules.ts";
import { compileMap } from "../reading/compile-map.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";
import { checkContainerFits, checkSizeTypeRead } from "./container-rules.ts";

const map = compileMap(1, bundledMap);
const settings = containerRules.parse(bundledContainerRules);
const check = (goods: unknown, sizeType: string | null) =>
  checkContainerFits(readDeclaredGoods(goods, map, 0), sizeType, settings);
const rules = (line: unknown, sizeType: string | null) =>
  check([line], sizeType).map(({ severity, rule }) => `${severity} ${rule}`);

test.each<[string, object]>([
  ["by its HS code", { description: "Cod", hsCode: "030363" }],
  ["by English words", { description: "FROZEN COD" }],
  ["by German words", { description: "Kabeljau, tiefgekühlt" }],
  ["by Spanish words", { description: "Merluza congelada" }],
  ["by French words", { description: "Poisson surgelé" }],
  ["by Chinese words", { description: "冷冻鱼" }],
  ["by its temperature", { description: "Vegetables (-18 °C)" }],
  ["by a temperature at the beginning", { description: "-18°C, vegetables" }],
  ["by a temperature with another sign and unit", { description: "Vegetables at \u2212 20 deg C" }],
  ["by a temperature in letters alone", { description: "Vegetables \u201320C" }],
  ["by a temperature with spaces", { description: "Vegetables: -18 ° C" }],
  ["by the warmest temperature of frozen goods", { description: "Vegetables -10 °C" }],
  ["by words, in the last chapter of food", { description: "Frozen tobacco", hsCode: "240110" }],
])("goods that travel cooled are noticed in a dry container: %s", (_name, line) => {
  expect(rules(line, "22G1")).toEqual(["warning needs-reefer"]);
  expect(rules(line, "45R1")).toEqual([]);
  expect(rules(line, null)).toEqual([]);
});

test.each<[string, object]>([
  ["dried fish", { description: "Dried shrimps", hsCode: "030695" }],
  ["freeze-dried coffee", { description: "Freeze dried coffee", hsCode: "210111" }],
  ["freezers", { description: "Refrigerated cabinets", hsCode: "841850" }],
  ["milk powder", { description: "Milk powder", hsCode: "040210" }],
  ["not frozen", { description: "Meat pies, not frozen" }],
  ["warm", { description: "Keep below 25 °C" }],
  ["cool, but not frozen", { description: "Keep at -9 °C" }],
  ["named like a temperature", { description: "Pump X-18 C" }],
  ["described by no text", { description: ["Keep at -18 °C"] }],
  ["of a chapter that is no food", { description: "Frozen salt", hsCode: "250100" }],
])("other goods are not: %s", (_name, line) => expect(rules(line, "22G1")).toEqual([]));

test("liquid in bulk needs a tank or a flexitank", () => {
  expect(rules({ description: "Palm oil", packageCode: "VL" }, "22G1")).toEqual(["warning needs-tank"]);
  expect(rules({ description: "Vino a granel" }, "22G1")).toEqual(["warning needs-tank"]);
  expect(rules({ description: "Palm oil", packageCode: "VL" }, "22T1")).toEqual([]);
  expect(rules({ description: "Wine in bulk, one flexitank" }, "22G1")).toEqual([]);
  expect(check([{ description: "Wine in bulk" }, { description: "Flexitank" }], "22G1")).toEqual([]);
  expect(rules({ description: "Palm oil" }, "22G1")).toEqual([]);
  expect(checkContainerFits({ kind: "not-stated" }, "22G1", settings)).toEqual([]);
  const oil = readDeclaredGoods([{ description: "Palm oil", packageCode: "VL" }], map, 0);
  expect(checkContainerFits(oil, "22G1", { ...settings, liquidPackageCodes: ["VQ", "VL"] })).toHaveLength(1);
});

test("the findings name line, sign and size-type", () => {
  const found = { severity: "warning", lane: "cargo", observed: "22G1" };
  expect(
    inEnglish(check([{ description: "Frozen cod" }, { description: "Palm oil", packageCode: "VL" }], "22G1")),
  ).toEqual([
    {
      ...found,
      rule: "needs-reefer",
      declared: "Frozen cod",
      message:
        "Line 1, Frozen cod, states “frozen”, which stands for cooled goods, but size-type 22G1 is not a refrigerated container.",
      lines: [1],
    },
    {
      ...found,
      rule: "needs-tank",
      declared: "Palm oil",
      message:
        "Line 2, Palm oil, declares liquid in bulk (package code VL), but size-type 22G1 is not a tank, and no flexitank is declared.",
      lines: [2],
    },
  ]);
});

test.each([
  [{ description: "Cod", hsCode: "030363" }, "HS code 0303"],
  [{ description: "Cod at -18 °C" }, "-18 °C"],
])("goods that travel cooled are noticed by a sign: %o", (line, sign) => {
  expect(check([line], "22G1")[0]?.message).toContain(`, states ${sign}, which stands for cooled goods`);
});

test("a declared size-type without one read is a note of the documents", () => {
  expect(inEnglish(checkSizeTypeRead("45R1", null))).toEqual([
    {
      rule: "size-type-not-read",
      severity: "info",
      lane: "documents",
      declared: "45R1",
      observed: null,
      message:
        "The manifest declares a container of size-type 45R1; none was read from the container, so they were not compared.",
    },
  ]);
  expect([
    ...checkSizeTypeRead(null, null),
    ...checkSizeTypeRead("45R1", "22G1"),
    ...checkSizeTypeRead("box", null),
  ]).toEqual([]);
});
