import { dangerousGoodsRules } from "@container-inspection/shared-schemas/rules/dangerous-goods-rules";
import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledDangerousGoodsRules } from "../bundled/dangerous-goods-rules.ts";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { normaliseWords } from "../reading/normalise-words.ts";
import type { DeclaredDanger } from "../reading/read-dangerous-goods.ts";
import { unList } from "../reading/un-list.ts";
import { checkFoodstuffs, checkSegregation, nameDanger } from "./segregation-rules.ts";
import { lineOf } from "./testing.ts";

const settings = dangerousGoodsRules.parse({
  ...bundledDangerousGoodsRules,
  smallPackageKg: 20,
  foodstuffChapters: ["09", "11"],
});

type Stated = Partial<Pick<DeclaredDanger, "imoClass" | "packingGroup">>;
/** Goods with this UN number, or with a class only, in a separate line. */
const danger = (line: number, unNumber?: string, stated: Stated = {}, more: Partial<DeclaredLine> = {}) => ({
  line: lineOf(line, [], more),
  unNumber,
  imoClass: undefined,
  packingGroup: undefined,
  entry: unList.get(unNumber),
  ...stated,
});

test.each([
  ["UN 1830, Sulphuric acid, more than 51 % acid (class 8)", danger(1, "1830")],
  ["UN 1950, Aerosols (class 2.1 or 2.2)", danger(1, "1950")],
  ["UN 2369 (class 6.1)", danger(1, "2369", { imoClass: "6.1" })],
  ["UN 2369", danger(1, "2369")],
  ["Goods (class 3)", danger(1, undefined, { imoClass: "3" })],
])("a sentence names %s", (name, goods) => {
  expect(inEnglish(nameDanger(goods))).toBe(name);
});

describe("goods that must not share a container", () => {
  const reasonsOf = (...dangers: DeclaredDanger[]) =>
    checkSegregation(dangers, settings).map(
      ({ severity, message }) => `${severity}: ${message.split("must not share a container: ")[1]}`,
    );
  const by = (imoClass: string) => (line: number) => danger(line, undefined, { imoClass });

  test.each([
    ["4.1", "8", "kept away from"],
    ["3", "5.1", "separated from"],
    ["3", "6.2", "separated by a complete compartment or hold from"],
    ["1.1", "3", "separated longitudinally by a complete compartment or hold from"],
  ])("by their classes: %s and %s", (one, other, term) => {
    const found = checkSegregation([by(one)(1), by(other)(2)], settings);
    expect(found).toMatchObject([
      { message: expect.stringMatching(`: class ${one} must be ${term} class ${other}\\.$`) },
    ]);
    const source = `class ${one} and class ${other}: ${term.replace("kept ", "")} (IMDG Code 7.2.4 and 7.3.4.1)`;
    expect(found).toMatchObject([{ severity: "critical", explanation: [source] }]);
  });

  test("by the strictest of all their classes and subsidiary hazards", () => {
    expect(reasonsOf(danger(1, "1017"), danger(2, "2912"))).toEqual([
      "critical: class 8 must be separated from class 7.",
    ]);
    expect(reasonsOf(danger(1, "2912"), danger(2, "1017"))).toEqual([
      "critical: class 7 must be separated from class 8.",
    ]);
  });

  test.each([
    ["1830", "1689", "acids release hydrogen cyanide"],
    ["1689", "1830", "acids release hydrogen cyanide"],
    ["1791", "1830", "acids release chlorine"],
    ["1687", "1830", "acids release hydrazoic acid"],
    ["1309", "1830", "acids release hydrogen"],
    ["1824", "1309", "alkalis release hydrogen"],
    ["1942", "1495", "ammonium compounds with them may explode"],
    ["1495", "1689", "cyanides with them may explode"],
  ])("by their segregation groups, whichever is declared first: UN %s and UN %s", (one, other, because) => {
    expect(reasonsOf(danger(1, one), danger(2, other))).toEqual([`critical: ${because}.`]);
  });

  test("name the paragraph of the IMDG Code that keeps two groups apart", () => {
    expect(checkSegregation([danger(1, "1689"), danger(2, "1830")], settings)[0]?.explanation).toEqual([
      "segregation groups acids and cyanides (IMDG Code 7.2.5 and 7.2.8)",
    ]);
  });

  describe("acids and alkalis", () => {
    const exempt =
      "warning: acids and alkalis react violently; packages of at most 30 L or 20 kg are exempt (IMDG Code 7.2.6.5).";
    const packed = (packageCount: number | undefined, grossWeight: unknown) => ({ packageCount, raw: { grossWeight } });

    test.each([
      ["of at most 20 kg", packed(10, 200), exempt],
      ["above 20 kg", packed(10, 201), "critical: acids and alkalis react violently."],
      ["of an unknown number", packed(undefined, 5_000), exempt],
      ["of an unknown weight", packed(10, "heavy"), exempt],
    ])("in packages %s", (_what, line, reason) => {
      expect(reasonsOf(danger(1, "1830", {}, line), danger(2, "1824"))).toEqual([reason]);
      expect(reasonsOf(danger(1, "1830"), danger(2, "1824", {}, line))).toEqual([reason]);
    });
  });

  test.each([
    ["aerosols, which are segregated as class 9", [danger(1, "1950"), danger(2, "1942")]],
    ["gas cartridges, which are segregated as class 9", [danger(1, "2037"), danger(2, "1942")]],
    ["goods without a known class", [danger(1, "2369"), danger(2, "1942")]],
    [
      "limited quantities",
      [danger(1, "1263", {}, { words: normaliseWords("Paint, LIMITED QUANTITIES") }), danger(2, "1942")],
    ],
    ["two lines of one hazard", [danger(1, "1263"), danger(2, "1170")]],
    ["classes that the table lets share a container", [danger(1, "1263"), danger(2, "1830")]],
    ["one kind of goods alone", [danger(1, "1942")]],
  ])("are not %s", (_what, dangers) => {
    expect(checkSegregation(dangers, settings)).toEqual([]);
  });

  test("are reported once for all lines of the same hazards, in the order of manifests and lines", () => {
    const paper = (manifest: number) => ({
      manifest,
      manifestId: `m${manifest}`,
      whose: ` of manifest ${manifest + 1}`,
    });
    const dangers = [danger(2, "1170", {}, paper(1)), danger(3, "1263", {}, paper(0)), danger(1, "1942", {}, paper(1))];
    const [ethanol, nitrate] = [
      "UN 1170, Ethanol or ethanol solution (class 3)",
      "UN 1942, Ammonium nitrate (class 5.1)",
    ];
    const [found, ...others] = checkSegregation([...dangers, danger(1, "1263", {}, paper(0))], settings);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      rule: "dangerous-goods-segregation",
      severity: "critical",
      lane: "cargo",
      declared: `${ethanol} and ${nitrate}`,
      observed: null,
      message: `${ethanol} in line 2 of manifest 2 and ${nitrate} in line 1 of manifest 2 must not share a container: class 3 must be separated from class 5.1.`,
      lines: [1, 3, 1, 2],
      manifests: [
        { manifestId: "m0", lines: [1, 3] },
        { manifestId: "m1", lines: [1, 2] },
      ],
      explanation: ["class 3 and class 5.1: separated from (IMDG Code 7.2.4 and 7.3.4.1)"],
    });
  });

  test("are listed up to ten times", () => {
    const classes = ["1.1", "2.1", "3", "4.1", "4.2", "4.3", "5.1", "5.2"];
    const dangers = classes.map((imoClass, index) => danger(index + 1, undefined, { imoClass }));
    expect(checkSegregation(dangers, settings)).toHaveLength(10);
  });
});

describe("dangerous goods beside food", () => {
  const flour = lineOf(9, [], { hs: "110100", label: "Wheat flour" });
  const beside = (...dangers: DeclaredDanger[]) =>
    checkFoodstuffs(dangers, [...dangers.map(({ line }) => line), flour], settings);

  test.each<[string, DeclaredDanger, "warning" | "critical" | undefined]>([
    ["toxic gases", danger(1, "1017"), "critical"],
    ["infectious substances", danger(1, "2814"), "critical"],
    ["radioactive material", danger(1, "2912"), "critical"],
    ["goods declared with class 2.3 alone", danger(1, undefined, { imoClass: "2.3" }), "critical"],
    ["excepted packages: empty packaging", danger(1, "2908"), undefined],
    ["excepted packages: articles", danger(1, "2909"), undefined],
    ["excepted packages: limited quantity", danger(1, "2910"), undefined],
    ["excepted packages: instruments", danger(1, "2911"), undefined],
    ["gas cartridges, whose contents decide", danger(1, "2037"), undefined],
    ["toxic goods of packing group II", danger(1, "2810", { packingGroup: "II" }), "critical"],
    ["toxic goods of packing group III", danger(1, "2810", { packingGroup: "III" }), "warning"],
    ["toxic goods that may be of packing group III", danger(1, "2810"), "warning"],
    ["toxic goods that are of packing group II", danger(1, "1547"), "critical"],
    ["toxic goods of an unknown packing group", danger(1, undefined, { imoClass: "6.1" }), "warning"],
    ["goods with a toxic subsidiary hazard", danger(1, "1831"), "critical"],
    ["corrosive goods of packing group I", danger(1, "1760", { packingGroup: "I" }), "critical"],
    ["corrosive goods of packing group II", danger(1, "1760", { packingGroup: "II" }), "warning"],
    ["corrosive goods of packing group III", danger(1, "1760", { packingGroup: "III" }), "warning"],
    ["corrosive goods of an unknown packing group", danger(1, undefined, { imoClass: "8" }), "warning"],
    ["flammable liquids", danger(1, "1263"), undefined],
  ])("%s", (_what, goods, severity) => {
    expect(beside(goods)[0]?.severity).toBe(severity);
  });

  test("is a finding only where food is declared, and where it is not the dangerous line itself", () => {
    const acid = danger(1, "1830");
    const tea = danger(1, "1830", {}, { hs: "0902" });
    expect(checkFoodstuffs([acid], [acid.line, lineOf(2, [], { hs: "610910" }), lineOf(3, [])], settings)).toEqual([]);
    expect(checkFoodstuffs([tea], [tea.line], settings)).toEqual([]);
    expect(checkFoodstuffs([], [flour], settings)).toEqual([]);
  });

  test.each([
    "Bolts and nuts",
    "NUTS AND WASHERS",
    "WIRE FEED",
    "Cordless screwdrivers, nuts in bags",
    "BEAN BAGS",
    "HEADSETS BLE 5.2",
    "PIPE ELBOWS AND TEES",
  ])("is no finding beside %s", (description) => {
    const other = lineOf(2, [], { words: normaliseWords(description) });
    expect(checkFoodstuffs([danger(1, "1547")], [other], settings)).toEqual([]);
  });

  test.each(["CASHEW NUTS", "MIXED NUTS IN BAGS", "CATTLE FEED", "COFFEE BEANS", "Schwarzer Tee 20 kg", "DOG FOOD"])(
    "is critical beside %s",
    (description) => {
      const food = lineOf(2, [], { words: normaliseWords(description) });
      expect(checkFoodstuffs([danger(1, "1547")], [food], settings)).toMatchObject([{ severity: "critical" }]);
    },
  );

  test("names the worst of several, the food, and all their lines", () => {
    expect(inEnglish(beside(danger(3, "1830"), danger(1, "1263"), danger(2, "1547")))).toEqual([
      {
        rule: "dangerous-goods-with-food",
        severity: "critical",
        lane: "cargo",
        declared: "UN 1547, Aniline (class 6.1) and Wheat flour",
        observed: null,
        message:
          "UN 1547, Aniline (class 6.1) in line 2 and the food or feed in line 9, Wheat flour, must not share a container.",
        lines: [2, 3, 9],
        explanation: ["classes 2.3, 6.1, 6.2, 7 and 8 beside foodstuffs (IMDG Code 7.3.4.2)"],
      },
    ]);
  });

  test("states the distance that milder goods need", () => {
    expect(beside(danger(1, "1830"), danger(2, "1824")).map(({ message }) => message)).toEqual([
      "UN 1830, Sulphuric acid, more than 51 % acid (class 8) in line 1 and the food or feed in line 9, Wheat flour, may share a container only where 3 m lie between them.",
    ]);
  });
});
