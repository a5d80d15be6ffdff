import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledGoodsRules } from "../bundled/goods-rules.ts";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import type { Picture, SeenPicture } from "./pictures.ts";
import { compareAcrossCameras, compareQuantities } from "./quantity-rules.ts";
import { detect, lineOf, settings, showing } from "./testing.ts";

const sacks = (packageCount: number, line = 1) => lineOf(line, ["sack"], { packageCount });
const cartons = (packageCount: number | undefined, line = 1) => lineOf(line, ["carton"], { packageCount });
const judge = (picture: SeenPicture, lines = [sacks(100)]) => compareQuantities(picture, lines, settings);
const severities = (picture: SeenPicture, lines = [sacks(100)]) =>
  judge(picture, lines).map(({ severity }) => severity);
const sentence = (picture: SeenPicture, lines = [sacks(100)]) => judge(picture, lines).map(({ message }) => message);
/** Objects of which the model is certain. */
const certain = (className: string, count: number, more: Partial<Picture> = {}) =>
  showing(detect(className, count, { confidence: 1 }), more);
const xray = { view: "xray-full" } as const;

test("26: 10 cartons declared and 45 seen is hard evidence, with everything that it rests on", () => {
  const picture = showing([...detect("pallet"), ...detect("carton", 45)]);
  expect(inEnglish(judge(picture, [sacks(5), cartons(6, 2), cartons(4, 3)]))).toEqual([
    {
      rule: "quantity-deviation",
      severity: "critical",
      lane: "cargo",
      className: "carton",
      declared: "10 cartons",
      observed: "45 cartons",
      lines: [2, 3],
      evidence: [{ scanId: "scan-1", detections: Array.from({ length: 45 }, (_, index) => index + 1) }],
      explanation: ["word goods → carton (lines 2, 3)"],
      message: "10 cartons are declared (Goods 2, Goods 3), but the picture shows 45: 350 % more.",
    },
  ]);
});

test("01: 22 sacks of 300 at the doors fit, whatever the others are", () => {
  expect(judge(showing(detect("sack", 22)), [sacks(300)])).toEqual([
    expect.objectContaining({
      severity: "info",
      declared: "300 sacks",
      observed: "22 sacks",
      lines: [1],
      message: "The picture shows 22 of 300 sacks declared; others may be out of view.",
    }),
  ]);
});

test("13: cartons on declared pallets are not counted, and pallets fit", () => {
  const wine = lineOf(1, ["pallet", "carton"], { countedAs: "pallet", packageCount: 20 });
  const picture = showing([...detect("pallet", 4), ...detect("carton", 70)]);
  expect(judge(picture, [wine])).toMatchObject([{ severity: "info", className: "pallet", observed: "4 pallets" }]);
});

describe("more than declared", () => {
  // Standard deviation of the declared count, where the model is certain: √((0.05 × declared)² + 1).
  test.each<[number, number, (string | undefined)[]]>([
    [100, 110, []],
    [100, 121, []],
    [100, 122, ["warning"]],
    [100, 200, ["warning"]],
    [100, 201, ["critical"]],
    [1, 3, []],
    [1, 4, ["warning"]],
    [1, 5, ["warning"]],
    [1, 6, ["critical"]],
    [0, 2, []],
    [0, 3, ["warning"]],
    [0, 4, ["warning"]],
    [0, 5, ["critical"]],
  ])("%d declared, %d seen: %j", (declared, seen, expected) => {
    expect(severities(certain("sack", seen), [sacks(declared)])).toEqual(expected);
  });

  test("counts by confidence: unsure objects widen the possible range", () => {
    expect(severities(showing(detect("sack", 264, { confidence: 0.5 })))).toEqual([]);
    expect(severities(showing(detect("sack", 265, { confidence: 0.5 })))).toEqual(["warning"]);
    // A mask stands for its objects: its count is as uncertain as that of as many objects.
    expect(severities(showing(detect("sack", 1, { quantity: 45 })), [sacks(10)])).toEqual(["critical"]);
    expect(severities(showing(detect("sack", 1, { quantity: 45, confidence: 0.6 })), [sacks(10)])).toEqual(["warning"]);
    expect(severities(showing(detect("sack", 1, { quantity: 45, confidence: 0.3 })), [sacks(10)])).toEqual([]);
    expect(severities(showing(detect("sack", 1, { quantity: 45, confidence: 1 })), [sacks(10)])).toEqual(["critical"]);
  });

  test("is only information beside lines that leave their goods open", () => {
    const lines = [sacks(100), lineOf(2, [])];
    expect(judge(certain("sack", 300), lines)).toMatchObject([
      {
        severity: "info",
        message: "100 sacks are declared (Goods 1), but the picture shows 300: 200 % more. Line 2 may explain it.",
      },
    ]);
    expect(sentence(certain("sack", 50), lines)).toEqual([
      "The picture shows 50 of 100 sacks declared; others may be out of view.",
    ]);
  });

  test("is stated in sentences for one, none and fractions", () => {
    expect(sentence(certain("sack", 6), [sacks(1)])).toEqual([
      "1 sack is declared (Goods 1), but the picture shows 6: 500 % more.",
    ]);
    expect(sentence(certain("sack", 5), [sacks(0)])).toEqual([
      "0 sacks are declared (Goods 1), but the picture shows 5.",
    ]);
    expect(sentence(showing(detect("sack", 1, { quantity: 133.33, confidence: 1 })))).toEqual([
      "100 sacks are declared (Goods 1), but the picture shows 133.3: 33.3 % more.",
    ]);
  });
});

describe("fewer than declared", () => {
  test.each([
    [90, []],
    [89, ["info"]],
    [1, ["info"]],
  ])("of 100, %d at the door: %j", (seen, expected) => expect(severities(certain("sack", seen))).toEqual(expected));

  test.each<[string | null, number, string]>([
    [null, 78, "info"],
    [null, 77, "warning"],
    ["another", 77, "warning"],
    ["category-demo", 71, "info"],
    ["category-demo", 70, "warning"],
  ])("is evidence where a picture shows the whole load: model %j, %d of 100: %s", (modelName, seen, expected) => {
    expect(severities(certain("sack", seen, { ...xray, modelName }))).toEqual([expected]);
  });

  test("is none where pallets may hide the others, unless pallets are counted", () => {
    const both = showing([...detect("sack", 10), ...detect("pallet", 3)], xray);
    expect(severities(both)).toEqual(["info"]);
    const pallets = lineOf(1, ["pallet"], { packageCount: 40 });
    expect(severities(showing(detect("pallet", 3), xray), [pallets])).toEqual(["warning"]);
    expect(severities(showing([...detect("sack", 10), ...detect("zebra", 3)], xray))).toEqual(["warning"]);
  });

  test("is stated in sentences", () => {
    expect(sentence(certain("sack", 10, xray))).toEqual([
      "100 sacks are declared (Goods 1), but a picture of the whole load shows 10: 90 % fewer.",
    ]);
    expect(sentence(certain("sack", 80, xray))).toEqual([
      "The picture shows 80 of 100 sacks declared; others may be hidden or missed by the model.",
    ]);
    // 25, 40, 39 and 06 of the cases of officers: shortages that a door view does not prove.
    for (const [declared, seen] of [
      [20, 17],
      [18, 6],
      [12, 3],
      [3, 2],
    ] as const)
      expect(severities(showing(detect("sack", seen)), [sacks(declared)])).toEqual(["info"]);
  });
});

test("deviations that are exactly the limit are none yet", () => {
  const by = (rules: Partial<typeof settings.rules>) => ({ ...settings, rules: { ...settings.rules, ...rules } });
  const judgeBy = (picture: SeenPicture, packageCount: number, rules: Partial<typeof settings.rules>) =>
    compareQuantities(picture, [sacks(packageCount)], by(rules)).map(({ severity }) => severity);
  // None is declared, so that the standard deviation is 1.
  expect(judgeBy(certain("sack", 3), 0, { excessWarningDeviations: 3 })).toEqual([]);
  expect(judgeBy(certain("sack", 3), 0, { excessWarningDeviations: 2.99 })).toEqual(["warning"]);
  expect(judgeBy(certain("sack", 5), 0, { excessCriticalDeviations: 5 })).toEqual(["warning"]);
  const missing = (95 - 50) / Math.sqrt(95 * (1 - 0.95) + (0.05 * 100) ** 2 + 1);
  expect(judgeBy(certain("sack", 50, xray), 100, { shortageWarningDeviations: missing })).toEqual(["info"]);
  expect(judgeBy(certain("sack", 50, xray), 100, { shortageWarningDeviations: missing * 0.999 })).toEqual(["warning"]);
});

describe("nothing is compared where", () => {
  test.each([
    ["no line declares the class", [cartons(9)]],
    ["a line does not state its count", [sacks(1), lineOf(2, ["sack"])]],
    ["a line may be of two classes", [sacks(1), lineOf(2, ["sack", "carton"], { packageCount: 1 })]],
    ["a line counts pallets that carry the class", [
      sacks(1), lineOf(2, ["sack", "pallet"], { countedAs: "pallet", packageCount: 1 })]],
    ["lines may show the class, but count another", [
      lineOf(1, ["sack", "carton"], { countedAs: "carton", packageCount: 1 })]],
  ])("%s", (_name, lines) => expect(judge(certain("sack", 50), lines)).toEqual([])); // prettier-ignore

  test("declared goods may be on pallets in addition to the declared ones", () => {
    const pallets = lineOf(1, ["pallet"], { packageCount: 10 });
    expect(judge(certain("pallet", 50), [pallets, sacks(100, 2)])).toEqual([]);
    expect(judge(certain("pallet", 50), [pallets])).toHaveLength(1);
  });

  test("the map does not know the class", () => {
    expect(judge(certain("zebra", 50), [lineOf(1, ["zebra"], { packageCount: 1 })])).toEqual([]);
  });

  test("but a line that is counted in other packages does no harm", () => {
    const mixed = lineOf(2, ["sack", "carton"], { countedAs: "carton", packageCount: 1 });
    expect(severities(certain("sack", 50), [sacks(1), mixed])).toEqual(["critical"]);
  });
});

describe("cameras that see different parts of a load", () => {
  const apart = { ...settings, rules: { ...settings.rules, disjointCameras: [["left", "right"]] } };
  const from = (cameraId: string, count: number, scanId: string) => certain("sack", count, { cameraId, scanId });
  const across = (pictures: SeenPicture[], chosen = apart) => compareAcrossCameras(pictures, [sacks(100)], chosen);

  test("count together, of each camera the picture that shows most", () => {
    const pictures = [from("left", 40, "a"), from("left", 70, "b"), from("right", 60, "c")];
    expect(across(pictures)).toEqual([
      expect.objectContaining({
        rule: "quantity-deviation",
        severity: "warning",
        observed: "130 sacks",
        evidence: [expect.objectContaining({ scanId: "b" }), expect.objectContaining({ scanId: "c" })],
        message:
          "100 sacks are declared (Goods 1), but the pictures of the cameras left and right, which see different parts " +
          "of the load, together show 130: 30 % more.",
      }),
    ]);
  });

  test("count each class by itself", () => {
    const drums = certain("drum", 500, { cameraId: "left", scanId: "c" });
    const pictures = [drums, from("left", 70, "a"), from("right", 60, "b")];
    expect(across(pictures)).toMatchObject([{ className: "sack", observed: "130 sacks" }]);
  });

  test.each<[string, SeenPicture[]]>([
    ["as many as declared, or fewer", [from("left", 20, "a"), from("right", 60, "b")]],
    ["one of them alone", [from("left", 130, "a")]],
    ["cameras that no group names", [from("left", 70, "a"), from("top", 60, "b")]],
  ])("%s: no finding", (_, pictures) => {
    expect(across(pictures)).toEqual([]);
  });

  test("are stated in the rule set: without it the same pictures may show the same sacks", () => {
    expect(across([from("left", 70, "a"), from("right", 60, "b")], settings)).toEqual([]);
  });
});

describe("vehicles and machines", () => {
  const vehicles = (packageCount: number) => [lineOf(1, ["vehicle"], { packageCount })];
  const seen = (count: number, confidence = 0.95) =>
    showing(detect("vehicle", count, { confidence, areaPercentage: 10 }));
  const strict = {
    ...settings,
    rules: { ...settings.rules, undeclaredWholeObjects: { warningChance: 0.01, criticalChance: 0.01 } },
  };

  test.each<[number, number, string[]]>([
    [1, 1, []],
    [1, 2, ["warning"]],
    [1, 3, ["critical"]],
    [2, 4, ["warning"]],
    [2, 5, ["critical"]],
    [3, 2, ["info"]],
  ])("%d declared, %d seen: %j", (declared, count, expected) =>
    expect(compareQuantities(seen(count), vehicles(declared), strict).map(({ severity }) => severity)).toEqual(
      expected,
    ),
  );

  test("of which the model is not sure are none", () => {
    const picture = showing([
      ...detect("vehicle", 1),
      ...detect("vehicle", 1, { confidence: 0.3, areaPercentage: 10 }),
    ]);
    expect(compareQuantities(picture, vehicles(1), strict)).toEqual([]);
  });
});

describe("packages of no known kind", () => {
  const bundled = { map: compileMap(1, bundledMap), rules: bundledGoodsRules };
  const toys = (packageCount: number, more: Partial<ReturnType<typeof lineOf>> = {}) =>
    lineOf(1, ["carton", "crate"], { packageCount, countedAs: undefined, ...more });
  const judgeToys = (line: ReturnType<typeof lineOf>, ...others: Parameters<typeof showing>[0]) =>
    compareQuantities(showing([...detect("carton", 80), ...others]), [line], bundled);

  test("are the most that the picture may show, and more of them are a warning", () => {
    expect(judgeToys(toys(10))).toMatchObject([
      {
        severity: "warning",
        message: "10 packages are declared (Goods 1), but the picture shows 80 cartons: 700 % more.",
      },
    ]);
    expect(judgeToys(toys(80))).toEqual([]);
    expect(judgeToys(toys(300))).toEqual([]);
  });

  test("are not counted where they may be pallets, a lot, or beside a vehicle", () => {
    expect(judgeToys(toys(10), ...detect("pallet", 2))).toEqual([]);
    expect(judgeToys(toys(1, { packageCode: "LT" }))).toEqual([]);
    expect(judgeToys(lineOf(1, ["carton", "vehicle"], { packageCount: 1, countedAs: undefined }))).toEqual([]);
    expect(judgeToys(lineOf(1, ["carton", "pallet"], { packageCount: 1, countedAs: undefined }))).toEqual([]);
  });
});
