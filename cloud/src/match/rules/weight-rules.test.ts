import { weightRules } from "@container-inspection/shared-schemas/rules/weight-rules";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { bundledWeightRules } from "../bundled/weight-rules.ts";
import { compileMap } from "../reading/compile-map.ts";
import type { DeclaredGoods } from "../reading/declared-line.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";
import { checkWeights } from "./weight-rules.ts";

const map = compileMap(1, bundledMap);
const settings = weightRules.parse(bundledWeightRules);
const kgm = (value: number) => ({ value, unit: "KGM" });
const mtq = (value: number) => ({ value, unit: "MTQ" });

const coffee = { description: "Coffee beans, green", hsCode: "090111", packageCode: "SA", numberOfPackages: 300 };
const shirts = { description: "T-shirts", hsCode: "610910", packageCode: "CT", numberOfPackages: 40 };

const check = (weight: unknown, goods: unknown = [coffee], sizeType: string | null = "22G1") =>
  checkWeights([{ weight }], readDeclaredGoods(goods, map, 0), sizeType, settings);

const verdicts = (...given: Parameters<typeof check>) =>
  check(...given).map(({ severity, rule }) => `${severity} ${rule}`);

const messages = (...given: Parameters<typeof check>) => check(...given).map(({ message }) => message);

describe("honest weights raise nothing", () => {
  test.each<[string, unknown, unknown?, (string | null)?]>([
    ["none at all", null],
    ["gross with the tare", { gross: kgm(24_500), tare: kgm(2_200), net: kgm(22_000), vgm: kgm(24_300) }],
    ["gross of the cargo alone", { gross: kgm(22_000), tare: kgm(2_200), net: kgm(21_600), vgm: kgm(24_300) }],
    ["gross of the cargo alone, the tare not stated", { gross: kgm(22_000), vgm: kgm(24_300) }],
    ["no net, and the lines show the reading",
      { gross: kgm(22_000), tare: kgm(2_200), vgm: kgm(24_300) }, [{ ...coffee, grossWeight: kgm(22_000) }]],
    ["bottles that weigh nearly as much as the wine", { gross: kgm(22_000), tare: kgm(2_200), net: kgm(12_000) }],
    ["pounds and kilograms", { gross: { value: 47_400, unit: "LBR" }, vgm: kgm(21_500) }],
    ["a comma in text", { gross: "24,5 TNE", vgm: kgm(24_400) }],
    ["lines that add up to the net weight", { gross: kgm(24_500), net: kgm(22_000) },
      [{ ...coffee, grossWeight: kgm(22_000) }]],
    ["an unusual size-type", { tare: kgm(9_000), gross: kgm(60_000) }, [coffee], "49X9"],
    ["no size-type", { tare: kgm(9_000), gross: kgm(60_000) }, [coffee], null],
    ["an empty container", { gross: kgm(2_300), tare: kgm(2_200), vgm: kgm(2_250) }, []],
    ["a light box, the gross weight without the tare", { gross: kgm(3_000), vgm: kgm(5_400) }],
    ["a 40-foot flat rack with a machine", { gross: kgm(44_000), tare: kgm(5_600) }, [coffee], "42P1"],
    ["a coffee load", null, [{ ...coffee, grossWeight: kgm(18_500), volume: mtq(31) }]],
  ])("%s", (_name, weight, goods = [{ description: "Qwertz" }], sizeType = "22G1") =>
    expect(verdicts(weight, goods, sizeType)).toEqual([])); // prettier-ignore
});

describe("weights that contradict each other", () => {
  test.each<[string, unknown, string[]]>([
    ["VGM of half the gross weight", { gross: kgm(24_500), vgm: kgm(12_000) }, ["critical vgm-deviates"]],
    ["VGM 20 % above", { gross: kgm(20_000), tare: kgm(2_200), net: kgm(17_800), vgm: kgm(24_000) }, ["critical vgm-deviates"]],
    ["VGM 20 % below", { gross: kgm(20_000), tare: kgm(2_200), net: kgm(17_800), vgm: kgm(16_000) }, ["critical vgm-deviates"]],
    ["VGM 10 % above", { gross: kgm(20_000), tare: kgm(2_200), net: kgm(17_800), vgm: kgm(22_000) }, ["warning vgm-deviates"]],
    ["VGM without the tare", { gross: kgm(22_000), tare: kgm(2_200), net: kgm(22_000), vgm: kgm(22_000) }, ["warning vgm-deviates"]],
    ["tare and net above gross", { gross: kgm(20_000), tare: kgm(2_200), net: kgm(23_000) }, ["warning gross-net-mismatch"]],
    ["net far below gross", { gross: kgm(24_000), tare: kgm(2_200), net: kgm(6_000) }, ["warning gross-net-mismatch"]],
    ["net above gross", { gross: kgm(20_000), net: kgm(25_000) }, ["warning gross-net-mismatch"]],
    ["tare of another type, and too heavy", { tare: kgm(9_000), gross: kgm(38_000) },
      ["warning tare-out-of-range", "critical container-overloaded"]],
    ["a little too heavy", { vgm: kgm(33_000) }, ["warning container-overloaded"]],
    ["above the usual rating", { vgm: kgm(31_000) }, ["info container-overloaded"]],
    ["laden, with nothing in it", { gross: kgm(2_500), tare: kgm(2_200), net: kgm(300) }, ["warning laden-but-light"]],
  ])("%s", (_name, weight, expected) => expect(verdicts(weight, [{ description: "Qwertz" }])).toEqual(expected)); // prettier-ignore

  test("declared empty, but heavy", () => {
    expect(verdicts({ vgm: kgm(12_000) }, [])).toEqual(["critical empty-but-heavy"]);
    expect(verdicts({ vgm: kgm(3_100), tare: kgm(2_200) }, [])).toEqual([]);
  });

  test("the sentences name both sides, the reading and the tolerance", () => {
    expect(messages({ gross: kgm(24_500), vgm: kgm(12_000) })).toEqual([
      "The verified gross mass (VGM) is 12,000 kg, but the gross weight is 24,500 kg, read as including the tare: the VGM is 51 % less, where 5 % is tolerated.",
    ]);
    expect(messages({ gross: kgm(22_000), tare: kgm(2_200), net: kgm(22_000), vgm: kgm(30_000) })).toEqual([
      "The verified gross mass (VGM) is 30,000 kg, but the gross weight is 22,000 kg, read as that of the cargo alone, as tare and net weight show, with a tare of 2,200 kg: the VGM is 24 % more, where 5 % is tolerated.",
    ]);
    expect(messages({ tare: kgm(9_000), gross: kgm(38_000) })).toEqual([
      "The tare is 9,000 kg, but containers of size-type 22G1 weigh 1,800 kg to 3,500 kg empty.",
      "The gross weight is 38,000 kg, but containers of size-type 22G1 may weigh at most 32,500 kg.",
    ]);
  });
});

describe("lines", () => {
  test("26 t of T-shirts in 40 cartons of 3 m³ are neither cartons nor T-shirts", () => {
    const line = { ...shirts, grossWeight: kgm(26_000), volume: mtq(3) };
    expect(check(null, [line])).toMatchObject([
      {
        severity: "critical",
        rule: "package-weight-unlikely",
        lane: "cargo",
        lines: [1],
        message:
          "Line 1, T-shirts, declares 40 packages CT, 26,000 kg: 650 kg each, but a package CT weighs 0.1 kg to 120 kg.",
      },
      {
        severity: "critical",
        rule: "density-unlikely",
        lines: [1],
        message:
          "Line 1, T-shirts, declares 26,000 kg, 3 m³: 8,666.7 kg/m³, but goods of HS chapter 61 weigh 40 to 700 kg/m³ as stowed.",
      },
    ]);
    const { grossWeight: _none, ...without } = line;
    expect(verdicts({ net: kgm(26_000) }, [without])).toEqual([
      "critical package-weight-unlikely",
      "critical density-unlikely",
    ]);
  });

  test.each<[string, unknown, string[]]>([
    ["cartons of 200 kg", { ...shirts, grossWeight: kgm(8_000) }, ["warning package-weight-unlikely"]],
    ["sacks of 0.3 kg", { ...coffee, grossWeight: kgm(90) }, ["warning package-weight-unlikely"]],
    ["packages of no known kind", { ...shirts, packageCode: "PK", grossWeight: kgm(26_000) }, []],
    ["goods as light as air", { ...shirts, grossWeight: kgm(100), volume: mtq(20) }, ["warning density-unlikely"]],
    ["unknown goods heavier than lead", { description: "Qwertz", grossWeight: kgm(25_000), volume: mtq(1) }, ["warning density-unlikely"]],
    ["more than fits in", { ...shirts, grossWeight: kgm(4_000), volume: mtq(60) }, ["warning volume-exceeds-container"]],
    ["no volume", { ...shirts, grossWeight: kgm(1_000), volume: { value: "?", unit: "MTQ" } }, ["info measure-not-understood"]],
  ])("%s", (_name, line, expected) => expect(verdicts(null, [line])).toEqual(expected)); // prettier-ignore

  test("their sum has to be one of the totals", () => {
    const lines = [
      { ...coffee, grossWeight: kgm(10_000) },
      { ...coffee, grossWeight: kgm(5_000) },
    ];
    expect(messages({ gross: kgm(24_500), tare: kgm(2_200), net: kgm(22_000) }, lines)).toEqual([
      "The gross weights of the lines add up to 15,000 kg, but the manifest states 24,500 kg gross, 2,200 kg tare, 22,000 kg net: the nearest total, 22,000 kg, differs by 31.8 %, where 5 % is tolerated.",
    ]);
    expect(verdicts({ gross: kgm(24_500) }, [...lines, coffee])).toEqual([]);
  });
});

test("what cannot be read is named in one note of the documents lane", () => {
  const goods = [coffee, { ...coffee, grossWeight: "heavy", volume: "?", netWeight: "??" }];
  expect(check({ gross: { value: 24, unit: "tons" } }, goods)).toMatchObject([
    {
      severity: "info",
      rule: "measure-not-understood",
      lane: "documents",
      lines: [2],
      message:
        "The manifest states weights or volumes that could not be read, so they were not checked: weight.gross “24 tons”, line 2 grossWeight “heavy”, line 2 netWeight “??” and 1 more.",
    },
  ]);
});

describe("house bills", () => {
  const lines = (manifest: number) => readDeclaredGoods([{ ...coffee, grossWeight: kgm(10_000) }], map, manifest);
  const goods: DeclaredGoods = {
    kind: "laden",
    lines: [lines(0), lines(1)].flatMap((one) => (one.kind === "laden" ? one.lines : [])),
  };
  const house = (weight: unknown, billOfLading: string | null = null) => ({ billOfLading, weight });

  test("share one container: their gross weights add up to its VGM", () => {
    const both = [house({ gross: kgm(10_000), vgm: kgm(22_300) }), house({ gross: kgm(10_000), vgm: kgm(22_300) })];
    expect(checkWeights(both, goods, "22G1", settings)).toEqual([]);
    const wrong = [house({ gross: kgm(10_000), vgm: kgm(30_000) }), house({ gross: kgm(10_000) })];
    expect(checkWeights(wrong, goods, "22G1", settings)).toMatchObject([
      { severity: "critical", rule: "vgm-deviates" },
    ]);
  });

  test("state one VGM, and no more than the container may weigh", () => {
    const two = [house({ vgm: kgm(22_300) }, "BL7"), house({ vgm: kgm(24_000) }, "BL8")];
    expect(checkWeights(two, goods, "22G1", settings)).toMatchObject([
      { rule: "vgm-deviates", message: expect.stringContaining("the gross weights of the lines add up to 20,000 kg") },
      {
        rule: "vgm-differs",
        severity: "warning",
        message:
          "The verified gross mass (VGM) of bill of lading BL7 is 22,300 kg, but that of bill of lading BL8 is 24,000 kg: a container has one.",
      },
    ]);
    const heavy = [house({ gross: kgm(20_000) }), house({ gross: kgm(20_000) })];
    const found = checkWeights(heavy, { kind: "not-stated" }, "22G1", settings);
    expect(found.map(({ rule, message }) => `${rule}: ${message}`).join()).toMatch(
      /container-overloaded: The sum of the gross weights of 2 manifests is 40,000 kg/,
    );
  });

  test("that all include the tare include it once in their sum", () => {
    const withTare = (vgm?: object) => ({
      gross: kgm(12_300),
      tare: kgm(2_300),
      net: kgm(10_000),
      ...(vgm && { vgm }),
    });
    expect(checkWeights([house(withTare(kgm(22_300))), house(withTare())], goods, "22G1", settings)).toEqual([]);
    const wrong = [house(withTare(kgm(24_600))), house(withTare())];
    expect(checkWeights(wrong, goods, "22G1", settings)).toMatchObject([{ rule: "vgm-deviates" }]);
  });

  test("are named by their bill of lading", () => {
    const both = [house({ gross: kgm(10_000), net: kgm(20_000) }, "BL7"), house({ gross: kgm(5_000) })];
    const found = checkWeights(both, goods, "22G1", settings).map(({ message }) => message);
    expect(found[0]).toContain(
      "The gross weight of bill of lading BL7 is 10,000 kg, but the net weight of 20,000 kg exceeds it",
    );
    expect(found[1]).toContain("of manifest 2 add up to 10,000 kg");
  });
});

test("no weight breaks the rules", () => {
  const amount = fc.oneof(
    fc.jsonValue(),
    fc.record({ value: fc.double({ noNaN: true, noDefaultInfinity: true }), unit: fc.constantFrom("KGM", "TNE", "x") }),
  );
  const weight = fc.record({ gross: amount, tare: amount, net: amount, vgm: amount }, { requiredKeys: [] });
  const line = fc.record({
    grossWeight: amount,
    volume: amount,
    numberOfPackages: fc.nat(),
    packageCode: fc.constant("CT"),
  });
  const isSentence = (stated: unknown, goods: unknown) =>
    check(stated, goods).every(({ message }) => !/NaN|undefined|∞/.test(message));
  const property = fc.property(fc.oneof(weight, fc.jsonValue()), fc.array(line, { maxLength: 3 }), isSentence);
  expect(fc.check(property)).toMatchObject({ failed: false });
});
