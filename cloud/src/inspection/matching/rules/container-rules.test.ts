import { containerRules } from "@container-inspection/shared-schemas";
import { expect, test } from "vitest";
import { bundledMap } from "../../category-map/bundled-map.ts";
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
])("other goods are not: %s", (_name, line) => expect(rules(line, "22G1")).toEqual([]));

test("liquid in bulk needs a tank or a flexitank", () => {
  expect(rules({ description: "Palm oil", packageCode: "VL" }, "22G1")).toEqual(["warning needs-tank"]);
  expect(rules({ description: "Vino a granel" }, "22G1")).toEqual(["warning needs-tank"]);
  expect(rules({ description: "Palm oil", packageCode: "VL" }, "22T1")).toEqual([]);
  expect(rules({ description: "Wine in bulk, one flexitank" }, "22G1")).toEqual([]);
});

test("the sentences name line, sign and size-type", () => {
  const lines = [{ description: "Frozen cod" }, { description: "Palm oil", packageCode: "VL" }];
  expect(check(lines, "22G1").map(({ message }) => message)).toEqual([
    "Line 1, Frozen cod, states “frozen”, which stands for cooled goods, but size-type 22G1 is no refrigerated container.",
    "Line 2, Palm oil, declares liquid in bulk (package code VL), but size-type 22G1 is no tank, and no flexitank is declared.",
  ]);
});

test("a declared size-type without one read is a note of the documents", () => {
  expect(checkSizeTypeRead("45R1", null)).toMatchObject([
    { rule: "size-type-not-read", severity: "info", lane: "documents" },
  ]);
  expect([
    ...checkSizeTypeRead(null, null),
    ...checkSizeTypeRead("45R1", "22G1"),
    ...checkSizeTypeRead("box", null),
  ]).toEqual([]);
});
