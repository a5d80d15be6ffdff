import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledGoodsRules } from "../bundled/goods-rules.ts";
import { chanceOfAtLeast } from "./chance.ts";
import type { SeenPicture } from "./pictures.ts";
import { detect, lineOf, settings, showing } from "./testing.ts";
import { findUndeclared, type GoodsSettings, isOpen, probabilityOf } from "./undeclared-rules.ts";

const coffee = lineOf(1, ["sack"], { label: "Coffee" });
const judge = (picture: SeenPicture, lines = [coffee], by: GoodsSettings = settings) =>
  findUndeclared(picture, lines, by).map(({ severity }) => severity);
const vehicle = (areaPercentage: number | null, confidence = 0.9, count = 1) =>
  detect("vehicle", count, { areaPercentage, confidence });

test("objects that no line explains are a finding that names them, their probability and the reasons", () => {
  const picture = showing([...detect("sack", 3), ...detect("drum", 2), ...detect("pallet", 4), ...detect("zebra", 9)]);
  expect(inEnglish(findUndeclared(picture, [coffee, lineOf(2, ["sack", "roll"])], settings))).toEqual([
    {
      rule: "observed-goods-not-declared",
      severity: "critical",
      lane: "cargo",
      className: "drum",
      declared: "Coffee, Goods 2",
      observed: "2 drums",
      // 1 - (1 - 0.95 × 0.9)²
      probability: 0.979,
      lines: [1, 2],
      evidence: [{ scanId: "scan-1", detections: [3, 4] }],
      explanation: [
        "word goods → sack (lines 1, 2)",
        "word goods → roll (line 2)",
        "probability: the model's confidence times 95 %, the share of right detections of this size that the rule set states",
        "by the error rates that are set for the model, less than 0.1 % of the pictures of honest loads look like this",
      ],
      message:
        "The picture shows 2 drums, which nothing on the manifest explains (probability 97.9 %); " +
        "declared: Coffee, Goods 2.",
    },
  ]);
});

test("objects that a line explains, carriers and unknown objects are no finding", () => {
  expect(judge(showing([...detect("sack", 9), ...detect("pallet", 9), ...detect("zebra", 9)]))).toEqual([]);
  expect(judge(showing([]))).toEqual([]);
});

test("at most 50 lines are named", () => {
  const lines = Array.from({ length: 60 }, (_, index) => lineOf(index + 1, ["sack"]));
  const [finding] = findUndeclared(showing(detect("drum", 2)), lines, settings);
  expect(finding?.lines).toHaveLength(50);
  expect(finding?.declared).toBe("Goods 1, Goods 2, Goods 3 and 57 more");
});

describe("cases of officers", () => {
  const sacks = detect("sack", 22, { areaPercentage: 1 });
  const mixed = [coffee, lineOf(2, [], { kind: "vague", label: "General merchandise" })];
  test.each<[string, MatchFinding["severity"][], () => MatchFinding["severity"][]]>([
    ["07: a motorcycle among household goods", ["warning"], () =>
      judge(showing([...detect("carton", 14, { areaPercentage: 1 }), ...vehicle(3, 0.7)]), [lineOf(1, ["carton"])])],
    ["07: the same, with a model that is surer", ["critical"], () =>
      judge(showing([...detect("carton", 14, { areaPercentage: 1 }), ...vehicle(3, 0.75)]), [lineOf(1, ["carton"])])],
    ["08: 25 cartons in a load of bags", ["critical"], () =>
      judge(showing([...detect("sack", 20), ...detect("carton", 25, { confidence: 0.92 })]))],
    ["28: a vehicle in freight of all kinds", ["critical"], () =>
      judge(showing([...detect("carton", 40, { areaPercentage: 1 }), ...vehicle(10, 0.98)]), [lineOf(1, ["carton"], { kind: "vague" })])],
    ["28b: a vehicle beside general merchandise", ["critical"], () => judge(showing([...sacks, ...vehicle(10, 0.98)]), mixed)],
    ["15b: a vehicle where the map does not know the goods", ["warning"], () =>
      judge(showing(vehicle(10, 0.97)), [lineOf(1, [])])],
    ["18: five drums where coffee is declared in sacks", ["critical"], () => judge(showing(detect("drum", 5)))],
    ["33: a small stray vehicle behind 22 sacks", ["info"], () => judge(showing([...sacks, ...vehicle(0.2, 0.51)]))],
    ["42: one bale taken for a carton", ["info"], () =>
      judge(showing([...detect("sack", 20), ...detect("carton", 1, { confidence: 0.6 })]))],
  ])("%s: %j", (_name, expected, run) => expect(run()).toEqual(expected)); // prettier-ignore

  const looksLike = (declared: string, takenFor: string, rate: number) => ({
    ...settings,
    map: { ...settings.map, lookAlikes: [{ class: declared, takenFor, rate }] },
  });
  const excavator = [lineOf(1, ["machinery"])];
  test("11: an excavator that looks like a vehicle is no finding, the rarer that is the more", () => {
    expect(judge(showing(vehicle(5, 0.8)), excavator)).toEqual(["critical"]);
    expect(judge(showing(vehicle(5, 0.8)), excavator, looksLike("machinery", "vehicle", 0.02))).toEqual(["warning"]);
    expect(judge(showing(vehicle(5, 0.8)), excavator, looksLike("machinery", "vehicle", 0.3))).toEqual(["info"]);
    expect(judge(showing(vehicle(5, 0.8)), excavator, looksLike("machinery", "roll", 0.3))).toEqual(["critical"]);
    expect(judge(showing(vehicle(5, 0.8)), excavator, looksLike("drum", "vehicle", 0.3))).toEqual(["critical"]);
  });

  test("11: beside other goods, what looks alike counts by its own objects", () => {
    const picture = showing([
      ...detect("sack", 40, { areaPercentage: 0.1 }),
      ...detect("machinery", 1, { areaPercentage: 0.1 }),
      ...vehicle(5, 0.8),
    ]);
    const by = looksLike("machinery", "vehicle", 0.02);
    expect(judge(picture, [coffee, lineOf(2, ["machinery"])], by)).toEqual(["warning"]);
    expect(judge(showing(vehicle(5, 0.8)), [coffee, lineOf(2, ["machinery"])], by)).toEqual(["warning"]);
  });

  test("11: look-alikes replace only unseen declared goods, and only with a confidence typical of errors", () => {
    const alike = looksLike("machinery", "vehicle", 0.0001);
    const by = (share: number) => ({
      ...alike,
      rules: { ...alike.rules, errorConfidences: [{ fromConfidence: 0.8, share }] },
    });
    const small = { areaPercentage: 0.1 };
    const lines = [coffee, lineOf(2, ["machinery"])];
    const beside = (...seen: Parameters<typeof showing>[0][]) => showing([...detect("sack", 9, small), ...seen.flat()]);
    expect(judge(beside(vehicle(5, 0.8)), lines, by(0.1))).toEqual(["warning"]);
    expect(judge(beside(vehicle(5, 0.8)), lines, by(0.09))).toEqual(["critical"]);
    expect(judge(beside(vehicle(5, 0.8), vehicle(5, 0.7)), lines, by(0.09))).toEqual(["critical"]);
    expect(judge(beside(detect("machinery", 1, small), vehicle(5, 0.8)), lines, by(0.1))).toEqual(["critical"]);
  });

  test("05: more scrap in the picture explains more machines", () => {
    const scrap = [lineOf(1, ["roll"])];
    const by = looksLike("roll", "machinery", 0.02);
    const seen = (rolls: number) =>
      showing([...detect("roll", rolls, { areaPercentage: 0.1 }), ...detect("machinery", 1, { areaPercentage: 5 })]);
    expect(judge(seen(1), scrap, by)).toEqual(["warning"]);
    expect(judge(seen(2), scrap, by)).toEqual(["info"]);
  });
});

describe("lines that leave their goods open", () => {
  const unknown = lineOf(2, [], { label: "Qwertz" });
  const onPallets = lineOf(3, ["pallet"]);

  test("may explain packages, which are then only information that names these lines", () => {
    const [finding] = findUndeclared(showing(detect("drum", 20)), [coffee, unknown, onPallets], settings);
    expect(finding).toMatchObject({ severity: "info" });
    expect(finding?.message).toBe(
      "The picture shows 20 drums, which nothing on the manifest explains (probability above 99.9 %); " +
        "declared: Coffee, Qwertz, Goods 3. Lines 2, 3 may explain it.",
    );
  });

  test("explain no vehicle, but if the map does not know them it is no critical finding", () => {
    expect(judge(showing(vehicle(5)), [coffee, onPallets])).toEqual(["critical"]);
    expect(judge(showing(vehicle(5)), [coffee, unknown])).toEqual(["warning"]);
    expect(judge(showing(vehicle(5, 0.3)), [coffee, unknown])).toEqual(["info"]);
  });

  test.each([
    [lineOf(1, ["sack"]), false],
    [lineOf(1, ["sack", "pallet"]), false],
    [lineOf(1, ["pallet"]), true],
    [lineOf(1, []), true],
    [lineOf(1, ["sack"], { kind: "vague" }), true],
    [lineOf(1, ["sack"], { kind: "unknown" }), true],
  ])("%#: %o is open: %s", (line, expected) => expect(isOpen(line, settings.map)).toBe(expected));
});

describe("the severity depends on", () => {
  const at = (warningChance: number, criticalChance: number) => ({
    ...settings,
    rules: { ...settings.rules, undeclaredPackages: { warningChance, criticalChance } },
  });
  // 0.05 strays over 8 classes, and the drum itself as one of 0.5 % misnamed objects over 7 other classes.
  const expected = 0.05 / 8 + 0.005 / 7;
  const chance = chanceOfAtLeast(1, expected);
  test("how rarely honest loads look like this", () => {
    expect(judge(showing(detect("drum")), [coffee], at(chance, 0))).toEqual(["warning"]);
    expect(judge(showing(detect("drum")), [coffee], at(chance * 0.999, 0))).toEqual(["info"]);
    expect(judge(showing(detect("drum")), [coffee], at(1, chance))).toEqual(["critical"]);
    expect(judge(showing(detect("drum")), [coffee], at(1, chance * 0.999))).toEqual(["warning"]);
  });

  test("how sure the model is: wrong detections rarely reach a high confidence", () => {
    const errorConfidences = [{ fromConfidence: 0.9, share: 0.5 }];
    const rules = { ...at(chanceOfAtLeast(1, expected / 2), 0).rules, errorConfidences };
    const sure = (confidence: number) =>
      judge(showing(detect("drum", 1, { confidence })), [coffee], { ...settings, rules });
    expect([sure(0.9), sure(0.89)]).toEqual([["warning"], ["info"]]);
  });

  test("separate thresholds for packages and for whole objects", () => {
    expect(judge(showing(detect("drum")))).toEqual(["info"]);
    expect(judge(showing(detect("vehicle")))).toEqual(["warning"]);
    expect(judge(showing(detect("machinery")))).toEqual(["warning"]);
  });

  test("the probability that at least one of them is named correctly", () => {
    expect(judge(showing(vehicle(0.1, 0.69)))).toEqual(["info"]);
    expect(judge(showing(vehicle(0.1, 0.71)))).toEqual(["warning"]);
    expect(judge(showing(vehicle(1, 0.87)))).toEqual(["warning"]);
    expect(judge(showing(vehicle(1, 0.88)))).toEqual(["critical"]);
  });

  test("the probability, where that is exactly the limit", () => {
    const picture = showing(vehicle(5));
    const probability = probabilityOf(picture.seen[0]?.sightings ?? [], settings.rules);
    const by = (rules: Partial<typeof settings.rules>) => ({ ...settings, rules: { ...settings.rules, ...rules } });
    expect(judge(picture, [coffee], by({ criticalProbability: probability }))).toEqual(["critical"]);
    expect(judge(picture, [coffee], by({ criticalProbability: 1, warningProbability: probability }))).toEqual([
      "warning",
    ]);
  });

  test("how rarely errors are so sure, by the surest of the objects", () => {
    const errorConfidences = [
      { fromConfidence: 0.8, share: 0.02 },
      { fromConfidence: 0.6, share: 0.5 },
    ];
    const by = { ...settings, rules: { ...settings.rules, errorConfidences } };
    // Alone, a drum is too probable an error: 0.05 strays over 8 classes.
    expect(judge(showing(detect("drum", 1, { confidence: 0.59 })), [coffee], by)).toEqual(["info"]);
    expect(judge(showing(detect("drum", 1, { confidence: 0.6 })), [coffee], by)).toEqual(["warning"]);
    expect(judge(showing(detect("drum", 1, { confidence: 0.79 })), [coffee], by)).toEqual(["warning"]);
    expect(judge(showing(detect("drum", 1, { confidence: 0.8 })), [coffee], by)).toEqual(["critical"]);
    const sacks = detect("sack", 600);
    const [unsure, sure] = [detect("drum", 2, { confidence: 0.3 }), detect("drum", 1, { confidence: 0.99 })];
    const strict = { ...by, rules: { ...by.rules, undeclaredPackages: { warningChance: 0.01, criticalChance: 0 } } };
    expect(judge(showing([...sacks, ...unsure, ...sure]), [coffee], strict)).toEqual(["warning"]);
    expect(judge(showing([...sacks, ...unsure]), [coffee], strict)).toEqual(["info"]);
  });

  test("their share of the picture, together, where it is known", () => {
    expect(judge(showing(vehicle(0.3, 0.9, 3)))).toEqual(["warning"]);
    expect(judge(showing(vehicle(0.3, 0.9, 4)))).toEqual(["critical"]);
    expect(judge(showing(vehicle(1, 0.9)))).toEqual(["critical"]);
    expect(judge(showing(vehicle(0.99, 0.9)))).toEqual(["warning"]);
    expect(judge(showing([...vehicle(0.1, 0.9), ...vehicle(null, 0.9)]))).toEqual(["critical"]);
  });

  test("the least share of the picture that whole objects take", () => {
    const by = { ...settings, rules: { ...settings.rules, wholeObjectAreaShare: 0.05 } };
    expect(judge(showing(vehicle(5)), [coffee], by)).toEqual(["critical"]);
    expect(judge(showing(vehicle(4.9)), [coffee], by)).toEqual(["info"]);
    expect(judge(showing(detect("drum", 5, { areaPercentage: 0.5 })), [coffee], by)).toEqual(["critical"]);
  });

  test("one detection that is certain", () => {
    expect(judge(showing(vehicle(2, 0.49, 6)))).toEqual(["warning"]);
    expect(judge(showing(vehicle(2, 0.5, 6)))).toEqual(["critical"]);
    expect(judge(showing([...vehicle(2, 0.49, 5), ...vehicle(2, 0.5)]))).toEqual(["critical"]);
  });

  test("declared objects of at least half the size, which may have been misnamed", () => {
    const beside = (areaPercentage: number | null) =>
      judge(showing([...detect("sack", 100, { areaPercentage }), ...vehicle(2)]));
    expect(beside(0.99)).toEqual(["critical"]);
    expect(beside(1)).toEqual(["info"]);
    expect(beside(null)).toEqual(["info"]);
    expect(judge(showing([...detect("sack", 100, { areaPercentage: 0.1 }), ...vehicle(null)]))).toEqual(["info"]);
    // One of a hundred undeclared drums may be misnamed just as well; the drums themselves remain a finding.
    expect(judge(showing([...detect("drum", 100), ...vehicle(2)]))).toEqual(["critical", "info"]);
  });

  test("the largest of them alone, if that is rarer", () => {
    const small = detect("sack", 500, { areaPercentage: 0.15 });
    expect(judge(showing([...small, ...vehicle(0.1), ...vehicle(0.1)]))).toEqual(["info"]);
    expect(judge(showing([...small, ...vehicle(0.1), ...vehicle(5)]))).toEqual(["critical"]);
    expect(judge(showing([...small, ...vehicle(5), ...vehicle(0.1)]))).toEqual(["critical"]);
  });

  test("the errors of the model that made the picture", () => {
    const picture = (modelName: string | null) => showing([...detect("sack", 40), ...detect("drum", 3)], { modelName });
    expect(judge(picture(null))).toEqual(["critical"]);
    expect(judge(picture("another"))).toEqual(["critical"]);
    expect(judge(picture("category-demo"))).toEqual(["info"]);
  });
});

test("how often honest loads look alike is stated in percent", () => {
  const [finding] = findUndeclared(showing([...detect("sack", 22), ...detect("vehicle")]), [coffee], settings);
  expect(finding?.explanation?.at(-1)).toBe(
    "by the error rates that are set for the model, 2.2 % of the pictures of honest loads look like this",
  );
});

test.each([
  [2, 0.95],
  [1.99, 0.8],
  [0.5, 0.8],
  [0.49, 0.5],
  [null, 0.95],
])("a detection of %j %% of the picture is right to %d", (areaPercentage, precision) => {
  const [seen] = showing(detect("drum", 1, { areaPercentage, confidence: 1 })).seen;
  expect(probabilityOf(seen?.sightings ?? [], bundledGoodsRules)).toBeCloseTo(precision, 12);
  const reversed = { ...bundledGoodsRules, classPrecision: bundledGoodsRules.classPrecision.toReversed() };
  expect(probabilityOf(seen?.sightings ?? [], reversed)).toBeCloseTo(precision, 12);
});

test("below all sizes, the precision of the smallest counts", () => {
  const [seen] = showing(detect("drum", 1, { areaPercentage: 0.1, confidence: 1 })).seen;
  const classPrecision = [
    { fromAreaShare: 0.5, precision: 0.9 },
    { fromAreaShare: 0.3, precision: 0.8 },
    { fromAreaShare: 0.1, precision: 0.6 },
  ];
  expect(probabilityOf(seen?.sightings ?? [], { ...bundledGoodsRules, classPrecision })).toBeCloseTo(0.6, 12);
  expect(probabilityOf(seen?.sightings ?? [], { ...bundledGoodsRules, classPrecision: [] })).toBe(0);
});
