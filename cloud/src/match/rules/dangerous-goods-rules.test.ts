import { dangerousGoodsRules } from "@container-inspection/shared-schemas/rules/dangerous-goods-rules";
import type { Detection } from "@container-inspection/shared-schemas/scans";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledMap } from "../bundled/category-map.ts";
import { bundledDangerousGoodsRules } from "../bundled/dangerous-goods-rules.ts";
import { compileMap } from "../reading/compile-map.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";
import { unList } from "../reading/un-list.ts";
import { checkDangerousGoods } from "./dangerous-goods-rules.ts";
import { pictureOf } from "./testing.ts";

const map = compileMap(1, bundledMap);
const settings = dangerousGoodsRules.parse(bundledDangerousGoodsRules);

const seen = (className: string | null, confidence: number | null = 0.93): Detection => {
  return { className, confidence, quantity: 1, polygon: null, areaPercentage: null, volume: null };
};
const check = (goods: unknown, ...detections: Detection[]) =>
  checkDangerousGoods(readDeclaredGoods(goods, map, 0), [pictureOf(detections)], settings);
const verdicts = (...given: Parameters<typeof check>) =>
  check(...given).map(({ severity, rule }) => `${severity} ${rule}`);
const messages = (...given: Parameters<typeof check>) => check(...given).map(({ message }) => message);
const un = (unNumber: unknown, imoClass?: unknown, more: object = {}) => ({
  description: "Chemicals",
  dangerousGoods: { unNumber, imoClass },
  ...more,
});

const acid = un("UN1830", "8", { description: "Sulphuric acid" });
const cyanide = un("1689", 6.1, { description: "Sodium cyanide" });
const alkali = un(1824, 8, { description: "Caustic soda" });
const flour = { description: "Wheat flour", hsCode: "110100" };

describe("numbers and classes", () => {
  test.each<[string, unknown, string[]]>([
    ["agree", acid, []],
    ["agree by the main class", un("UN 1005", "2"), []],
    ["agree by one of several classes", un(1950, "2.2"), []],
    ["agree with a former division", un(1263, "3.2"), []],
    ["agree with a compatibility group", un("0336", "1.4G"), []],
    ["a number alone", un("1263"), []],
    ["in the text of the description", { description: "PAINT UN1263 CLASS 3" }, []],
    ["as text", { description: "Qwertz", dangerousGoods: "UN 1263" }, []],
    ["nothing stated", un(null, ""), []],
    ["another class", un("1830", "3"), ["warning dangerous-goods-class-mismatch"]],
    ["a class that does not exist", un("1830", "12"), ["warning dangerous-goods-class-mismatch"]],
    ["a number that is not assigned", un("9999", "12"), ["warning un-number-unknown"]],
    ["a number that is no number", un("many", "3"), ["warning un-number-unknown"]],
    ["a number with a fraction", un("1263.5"), ["warning un-number-unknown"]],
    ["a number with more than four digits", un("01263"), ["warning un-number-unknown"]],
    ["a class alone", un(undefined, "3"), ["warning un-number-missing"]],
    ["a number outside of the bundled list", un("2369", "6.1"), ["info un-number-not-listed"]],
  ])("%s", (_name, line, expected) => expect(verdicts([line])).toEqual(expected)); // prettier-ignore

  test.each([
    [1, true], [4, false], [600, false], [601, true], [1000, true], [1001, false], [3700, false], [3701, true],
  ])("UN %i is not assigned: %j", (unNumber, isUnknown) => {
    expect(verdicts([un(unNumber)]).includes("warning un-number-unknown")).toBe(isUnknown);
  }); // prettier-ignore

  test.each("1 1.1 1.2 1.3 1.4 1.5 1.6 2 2.1 2.2 2.3 3 4 4.1 4.2 4.3 5 5.1 5.2 6 6.1 6.2 7 8 9".split(" "))(
    "class %s exists",
    (imoClass) => {
      expect(verdicts([un("2369", imoClass)])).toEqual(["info un-number-not-listed"]);
    },
  );

  test.each("1.7 2.4 3.4 4.4 5.3 6.3 7.1 8.1 9.1 10 33 3x3".split(" "))("class %s does not", (imoClass) => {
    expect(messages([un("2369", imoClass)])).toEqual([
      `Line 1, Chemicals, declares UN 2369 with class ${imoClass}, which does not exist.`,
    ]);
  });

  test("the sentences name line, number and class", () => {
    const lines = [un("9999", "12"), un("9999", "3"), un("1830", "3"), un(1950, "3"), un("2369"), un(undefined, "3")];
    expect(messages(lines)).toEqual([
      "Line 1, Chemicals, declares UN 9999, which is not an assigned UN number, with class 12, which does not exist.",
      "Line 2, Chemicals, declares UN 9999, which is not an assigned UN number.",
      "Line 3, Chemicals, declares UN 1830 with class 3, but UN 1830, Sulphuric acid, more than 51 % acid, is of class 8.",
      "Line 4, Chemicals, declares UN 1950 with class 3, but UN 1950, Aerosols, is of class 2.1 or 2.2.",
      "Line 5, Chemicals, declares UN 2369, which is not in the bundled list of UN numbers, so its class was not checked.",
      "Line 6, Chemicals, declares dangerous goods of class 3, but no UN number.",
    ]);
  });

  test("a finding names its line and the list entry it was compared with", () => {
    expect(check([{ description: "Tea" }, un(1950, "3")])).toMatchObject([
      {
        rule: "dangerous-goods-class-mismatch",
        severity: "warning",
        lane: "cargo",
        declared: "UN 1950, Aerosols (class 2.1 or 2.2)",
        observed: null,
        lines: [2],
        explanation: ["UN 1950 → class 2.1 or 2.2 (UN Model Regulations, 3.2)"],
      },
    ]);
    expect(check([un("2369", "6.1")])).toMatchObject([{ rule: "un-number-not-listed", lane: "documents", lines: [1] }]);
  });
});

describe("segregation", () => {
  test("acid, cyanide and flour in one container", () => {
    expect(check([acid, cyanide, flour])).toMatchObject([
      {
        rule: "dangerous-goods-segregation",
        severity: "critical",
        lane: "cargo",
        lines: [1, 2],
        message:
          "UN 1830, Sulphuric acid, more than 51 % acid (class 8) in line 1 and UN 1689, Sodium cyanide, solid (class 6.1) in line 2 must not share a container: acids release hydrogen cyanide.",
      },
      {
        rule: "dangerous-goods-with-food",
        severity: "critical",
        lines: [1, 2, 3],
        message:
          "UN 1689, Sodium cyanide, solid (class 6.1) in line 2 and the food or feed in line 3, Wheat flour, must not share a container.",
      },
    ]);
  });

  const heavy = { numberOfPackages: 10, grossWeight: { value: 2_500, unit: "KGM" } };
  test.each<[string, unknown[], string[]]>([
    ["paint and alcohol", [un(1263), un(1170)], []],
    ["paint and acid", [un(1263), un(1830)], []],
    ["perfume and aerosols", [un(1266), un(1950)], []],
    ["lithium batteries and paint", [un(3480), un(1263)], []],
    ["limited quantities", [un(1263, 3, { description: "Paint, LIMITED QUANTITIES" }), un(1942)], []],
    ["one number in two lines", [acid, acid], []],
    ["paint and an oxidizer", [un(1263), un(1942)], ["critical dangerous-goods-segregation"]],
    ["unlisted goods by their class", [un("2369", "3"), un("3139", "5.1")], ["info un-number-not-listed", "critical dangerous-goods-segregation"]],
    ["a subsidiary hazard", [un(1230), un(3105)], ["critical dangerous-goods-segregation"]],
    ["both in one line", [{ description: "Kit", dangerousGoods: [{ unNumber: 1263 }, { unNumber: 1942 }] }], ["critical dangerous-goods-segregation"]],
    ["acid and alkali, perhaps in small packages", [acid, alkali], ["warning dangerous-goods-segregation"]],
    ["acid and alkali in drums", [{ ...acid, ...heavy }, alkali], ["critical dangerous-goods-segregation"]],
    ["acid and hypochlorite", [acid, un(1791)], ["critical dangerous-goods-segregation"]],
    ["chlorate and an ammonium compound", [un(1495), un(1942)], ["critical dangerous-goods-segregation"]],
    ["acid and flour, by packing group", [acid, flour], ["warning dangerous-goods-with-food"]],
    ["acid of packing group I and flour", [un(1831), flour], ["critical dangerous-goods-with-food"]],
    ["excepted radioactive packages and flour", [un(2908), flour], []],
    ["paint and flour", [un(1263), flour], []],
    ["dangerous food", [un(3065, 3, { hsCode: "220830" }), un(1824)], []],
  ])("%s", (_name, lines, expected) => expect(verdicts(lines)).toEqual(expected)); // prettier-ignore

  test("the worst of many conflicts are listed, in less than 3 ms", () => {
    const lines = [...unList.keys()]
      .slice(0, 200)
      .map((unNumber) => un(unNumber, undefined, { description: `Line ${unNumber} of many goods` }));
    const goods = readDeclaredGoods(lines, map, 0);
    expect(
      checkDangerousGoods(goods, [], settings).filter(({ rule }) => rule === "dangerous-goods-segregation"),
    ).toHaveLength(10);
  });
});

describe("undeclared dangerous goods", () => {
  test.each([
    ["Solvent paint, FP 23 °C"],
    ["LITHIUM-ION BATTERIES"],
    ["Lösemittelhaltiger Lack, entzündbar"],
    ["Pintura a base de disolvente"],
    ["Liquide inflammable"],
    ["锂电池组"],
    ["fuegos artificiales"],
    ["Pintura, punto de inflamacion 23 C"],
    ["Oil, flash point 60 C"],
    ["Oil, flash point 140 °F"],
    ["Naphtha, flash point -18 °C"],
    ["24 drums of oil, flash point 60 C"],
    ["Paint, non toxic; toxic thinner"],
  ])("%s is noticed", (description) =>
    expect(verdicts([{ description }])).toEqual(["warning dangerous-goods-undeclared"]),
  );

  test.each([
    ["Water based paint, non-flammable"], ["Non toxic toys"], ["Not dangerous goods"], ["Anti-corrosive profile"],
    ["Oil, flash point 220 C"], ["Oil, flash point 61 C"], ["Oil, flash point 142 °F"], ["24 drums of oil, flash point 93 C"], ["24 drums of oil, flash point high"],
    ["24 drums of water"], ["SANS TOXIQUE"], ["Coffee, green"], ["Solvent paint UN1263, flash point 23 C"], ["Nicht ätzend"], ["非危险品"], [""],
  ])("%s is not", (description) => expect(verdicts([{ description }])).toEqual([])); // prettier-ignore

  test("the sentence names the words or the code", () => {
    const paint = { description: "Solvent paint, FP 23 °C" };
    expect(
      messages([paint, { description: "Cells", hsCode: "8507600090" }, { description: "HIGHLY FLAMMABLE glue" }]),
    ).toEqual([
      "Line 1, Solvent paint, FP 23 °C, states a flash point of 23 °C, which stands for dangerous goods, but no UN number.",
      "Line 2, Cells, states HS code 850760, which stands for dangerous goods, but no UN number.",
      "Line 3, HIGHLY FLAMMABLE glue, states “highly flammable”, which stands for dangerous goods, but no UN number.",
    ]);
    expect(check([{ description: "Tea" }, paint])).toMatchObject([
      { lane: "cargo", declared: "Solvent paint, FP 23 °C", observed: null, lines: [2] },
    ]);
    expect(verdicts([{ description: "Cells", hsCode: "90850760" }])).toEqual([]);
  });
});

describe("a placard that the manifest does not explain", () => {
  test.each([
    "placard",
    "Placard class 3",
    "hazmat label",
    "hazmat_label",
    "dangerous goods label",
    "Dangerous_Goods_Sign",
    "dangerous-goods-label",
  ])("%s is critical where no dangerous goods are declared", (className) => {
    expect(verdicts([], seen(className))).toEqual(["critical placard-not-declared"]);
  });

  test.each([["label"], ["dangerous goods"], ["hazmat suit"], [null]])("%j is none", (className) => {
    expect(verdicts([], seen(className))).toEqual([]);
  });

  test("counts from the confidence of the settings on, and where a person confirmed it", () => {
    const found = [0.49, 0.5, null].map((confidence) => check([], seen("placard", confidence)).length);
    expect(found).toEqual([0, 1, 1]);
  });

  test.each<[string, unknown, string, string[]]>([
    ["another class", un(1263), "placard 8", ["warning placard-not-declared"]],
    ["another division", un(2814), "placard 6.1", ["warning placard-not-declared"]],
    ["another division, in a model's spelling", un(2814), "placard_6_1", ["warning placard-not-declared"]],
    ["its class", un(1263), "placard_3", []],
    ["its division", un(2814), "placard 6.2", []],
    ["its division, in a model's spelling", un(2814), "placard_6_2", []],
    ["the class of its division", un(2814), "placard 6", []],
    ["its subsidiary hazard", un(1230), "placard 6.1", []],
    ["the class of its subsidiary hazard", un(1230), "placard 6", []],
    ["a declared class of a number that is not listed", un(2369, "6.1"), "placard 6.1", []],
    ["a division of a declared class", un(2369, "6"), "placard 6.1", []],
    ["another class than that of a number that is not listed", un(2369, "3"), "placard 6.1", ["warning placard-not-declared"]],
    ["no class", un(1263, "3"), "dangerous goods placard", []],
  ])("%s", (_what, line, className, expected) => {
    const found = verdicts([line], seen(className));
    expect(found.filter((one) => one !== "info un-number-not-listed")).toEqual(expected);
  }); // prettier-ignore

  test("is one finding for all its pictures, which quotes the declaration instead", () => {
    const paint = { description: "Paint" };
    expect(inEnglish(check([paint], seen("placard class 3"), seen("placard class 3"), seen("placard 8", 0.3)))).toEqual(
      [
        {
          rule: "placard-not-declared",
          severity: "critical",
          lane: "cargo",
          declared: null,
          observed: "placard class 3",
          className: "placard class 3",
          evidence: [{ scanId: "scan-1", detections: [0, 1] }],
          message: "The picture shows placard class 3, but the manifest declares no dangerous goods.",
        },
      ],
    );
    const declared =
      "the manifest declares UN 1263, Paint or paint related material (class 3), UN 1170, Ethanol or ethanol solution (class 3), UN 1942, Ammonium nitrate (class 5.1) and 1 more";
    const many = [1263, 1263, 1170, 1942, 1950].map((unNumber) => un(unNumber));
    expect(inEnglish(check(many, seen("placard 8")).filter(({ rule }) => rule === "placard-not-declared"))).toEqual([
      {
        rule: "placard-not-declared",
        severity: "warning",
        lane: "cargo",
        declared,
        observed: "placard 8",
        className: "placard 8",
        evidence: [{ scanId: "scan-1", detections: [0] }],
        message: `The picture shows placard 8, but ${declared}.`,
      },
    ]);
  });
});

test("no declaration breaks the rules", () => {
  const danger = fc.record(
    { unNumber: fc.jsonValue(), imoClass: fc.jsonValue(), packingGroup: fc.jsonValue() },
    { requiredKeys: [] },
  );
  const line = fc.record({
    description: fc.string(),
    dangerousGoods: fc.oneof(fc.jsonValue(), danger, fc.array(danger)),
  });
  const isSentence = (goods: unknown) => check(goods).every(({ message }) => message.endsWith("."));
  expect(fc.check(fc.property(fc.array(line), isSentence))).toMatchObject({ failed: false });
});
