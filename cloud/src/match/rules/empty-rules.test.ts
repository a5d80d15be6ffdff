import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import {
  explainInvisibleCargo,
  findCargoInEmpty,
  findEmptyInsteadOfCargo,
  reportEmptyAsDeclared,
  reportNoCargoPicture,
  reportNothingRecognised,
} from "./empty-rules.ts";
import { bundledContainerRules } from "../bundled/container-rules.ts";
import { detect, lineOf, settings, showing } from "./testing.ts";
import { probabilityOf } from "./undeclared-rules.ts";

describe("declared empty", () => {
  const find = (...detections: Parameters<typeof showing>[0][]) =>
    findCargoInEmpty(showing(detections.flat()), settings);

  test("03b: six cartons in it are a critical finding", () => {
    expect(inEnglish(find(detect("pallet"), detect("carton", 6)))).toEqual([
      {
        rule: "empty-laden-mismatch",
        severity: "critical",
        lane: "cargo",
        declared: "empty",
        observed: "6 cartons, 1 pallet",
        probability: 1,
        evidence: [{ scanId: "scan-1", detections: [1, 2, 3, 4, 5, 6] }],
        message:
          "The manifest declares an empty container, but the picture shows 6 cartons, 1 pallet " +
          "(probability above 99.9 %).",
      },
    ]);
  });

  test("03d: a pallet or two are dunnage, a third is cargo", () => {
    expect(inEnglish(find(detect("pallet", 2)))).toEqual([
      {
        rule: "empty-laden-mismatch",
        severity: "info",
        lane: "cargo",
        declared: "empty",
        observed: "2 pallets",
        evidence: [{ scanId: "scan-1", detections: [0, 1] }],
        message: "The manifest declares an empty container; the picture shows only 2 pallets left in it.",
      },
    ]);
    expect(find(detect("pallet", 3))).toMatchObject([{ severity: "critical", probability: 0.997 }]);
  });

  test("03e: one faint stray is only information", () => {
    expect(find(detect("empty", 1, { confidence: 0.95 }), detect("sack", 1, { confidence: 0.3 }))).toMatchObject([
      {
        severity: "info",
        probability: 0.285,
        evidence: [{ detections: [1] }],
        message: "The manifest declares an empty container, but the picture shows 1 sack (probability 28.5 %).",
      },
    ]);
  });

  test.each<[string, number, number, number, string]>([
    ["sack", 1, 0.36, 100, "info"],
    ["sack", 1, 0.37, 100, "warning"],
    ["sack", 1, 0.73, 100, "warning"],
    ["sack", 1, 0.74, 100, "critical"],
    ["sack", 9, 0.49, 100, "warning"],
    ["sack", 9, 0.5, 100, "critical"],
    ["zebra", 9, 0.9, 100, "warning"],
    ["zebra", 1, 0.3, 100, "info"],
    ["sack", 1, 0.9, 0.1, "warning"],
  ])("%s, %d times with confidence %d on %d %% of the picture: %s", (className, count, confidence, areaPercentage, severity) => {
    expect(find(detect(className, count, { confidence, areaPercentage }))).toMatchObject([{ severity }]);
  }); // prettier-ignore

  test("one sure object makes it sure, among others of its class and of other classes", () => {
    const unsure = { confidence: 0.4 };
    expect(find(detect("sack", 2), detect("sack", 2, unsure), detect("drum", 2, unsure))).toMatchObject([
      { severity: "critical" },
    ]);
    expect(find(detect("sack", 4, unsure), detect("drum", 4, unsure))).toMatchObject([{ severity: "warning" }]);
  });

  test("a probability that is exactly the limit counts", () => {
    const picture = showing(detect("sack", 2));
    const probability = probabilityOf(
      picture.seen.flatMap(({ sightings }) => sightings),
      settings.rules,
    );
    const by = (rules: Partial<typeof settings.rules>) =>
      findCargoInEmpty(picture, { ...settings, rules: { ...settings.rules, ...rules } });
    expect(by({ criticalProbability: probability })).toMatchObject([{ severity: "critical" }]);
    expect(by({ criticalProbability: 1, warningProbability: probability })).toMatchObject([{ severity: "warning" }]);
  });

  test("an unknown object does not soften cargo", () => {
    expect(find(detect("zebra"), detect("sack", 3))).toMatchObject([{ severity: "critical" }]);
  });

  test("03: nothing in it is as declared", () => {
    expect(find()).toEqual([]);
    expect(inEnglish(reportEmptyAsDeclared([showing([])]))).toEqual({
      rule: "empty-as-declared",
      severity: "info",
      lane: "cargo",
      declared: "empty",
      observed: "nothing",
      message: "The manifest declares an empty container, and no object was recognised in it.",
    });
    expect(reportEmptyAsDeclared([showing([]), showing(detect("sack", 1, { confidence: 0.2 }))]).message).toBe(
      "The manifest declares an empty container, and no object was recognised in it. " +
        "Some objects were detected too faintly to count.",
    );
  });
});

describe("declared laden", () => {
  const lines = [lineOf(1, ["sack"], { label: "Coffee" }), lineOf(2, [], { label: "Qwertz" })];
  const find = (...detections: Parameters<typeof showing>[0][]) =>
    findEmptyInsteadOfCargo(showing(detections.flat()), lines, { settings, others: [] });
  const empty = (confidence: number) => detect("empty", 1, { confidence });

  test("an empty container is a critical finding with the confidence of the model", () => {
    expect(inEnglish(find(empty(0.3), empty(0.95)))).toEqual([
      {
        rule: "empty-laden-mismatch",
        severity: "critical",
        lane: "cargo",
        declared: "Coffee, Qwertz",
        observed: "empty container",
        probability: 0.95,
        lines: [1, 2],
        evidence: [{ scanId: "scan-1", detections: [0, 1] }],
        message: "The manifest declares Coffee, Qwertz, but the picture shows an empty container (confidence 95 %).",
      },
    ]);
  });

  test("beside pictures of cargo it is a warning that the pictures disagree", () => {
    const others = [showing(detect("sack", 22)), showing(detect("sack", 20))];
    expect(findEmptyInsteadOfCargo(showing(empty(0.95)), lines, { settings, others })).toMatchObject([
      {
        severity: "warning",
        observed: "empty container",
        message:
          "The pictures disagree: one shows an empty container (confidence 95 %), others show 22 sacks; " +
          "declared: Coffee, Qwertz.",
      },
    ]);
  });

  test("only where the model is sure of it and saw nothing else, not even faintly", () => {
    expect(find(empty(0.8))).toHaveLength(1);
    expect(find(empty(0.79))).toEqual([]);
    expect(find(empty(0.9), detect("sack", 1, { confidence: 0.1 }))).toEqual([]);
    expect(find(empty(0.9), detect("sack", 1, { confidence: 0.09 }))).toHaveLength(1);
    expect(find(empty(0.9), detect("sack"))).toEqual([]);
  });

  test("12b, 12c: no detection is no evidence of an empty container", () => {
    expect(find()).toEqual([]);
    expect(find(detect("sack", 30, { confidence: 0.22, areaPercentage: 3 }))).toEqual([]);
    expect(inEnglish(reportNothingRecognised([showing([])]))).toEqual({
      rule: "nothing-recognised",
      severity: "info",
      lane: "cargo",
      declared: null,
      observed: "nothing",
      message:
        "Nothing was recognised in the picture, which does not show what is inside. " +
        "Take the picture again, with the door open and light inside.",
    });
    const faint = showing(detect("sack", 30, { confidence: 0.22 }));
    expect(reportNothingRecognised([showing([]), faint]).message).toBe(
      "Nothing was recognised in any picture, which does not show what is inside. " +
        "Some objects were detected too faintly to count. " +
        "Take the picture again, with the door open and light inside.",
    );
  });
});

describe("cargo that no picture shows as objects", () => {
  const oil = lineOf(1, ["drum"], { label: "Palm oil" });

  test("12: is the content of a tank", () => {
    expect(inEnglish(explainInvisibleCargo([oil], "T", bundledContainerRules))).toEqual([
      {
        rule: "cargo-not-visible",
        severity: "info",
        lane: "cargo",
        declared: "Palm oil",
        observed: null,
        lines: [1],
        message:
          "No picture shows the declared cargo (Palm oil) as objects. It is a tank container: check its weight and its seal.",
      },
    ]);
    expect(explainInvisibleCargo([oil], "G", bundledContainerRules)).toEqual([]);
    expect(explainInvisibleCargo([oil], undefined, bundledContainerRules)).toEqual([]);
  });

  test.each(["VL", "VQ", "VO", "VY", "VR", "VG"])("has the package code %s", (packageCode) => {
    const bulk = lineOf(2, [], { packageCode, label: "Malt" });
    expect(explainInvisibleCargo([bulk], "G", bundledContainerRules)).toMatchObject([
      {
        severity: "info",
        message:
          "No picture shows the declared cargo (Malt) as objects. It is carried in bulk: check its weight and its seal.",
      },
    ]);
    expect(explainInvisibleCargo([bulk, oil], "G", bundledContainerRules)).toEqual([]);
    expect(explainInvisibleCargo([oil, bulk], "T", bundledContainerRules)).toMatchObject([{ lines: [1, 2] }]);
  });

  test.each([
    ["wine in flexitank", 1],
    ["wine in flexi tank", 1],
    ["barley in bulk", 1],
    ["isotank of resin", 1],
    ["iso tank of resin", 1],
    ["trigo a granel", 1],
    ["olive oil in flexibag", 1],
    ["wine in bulky carton", 0],
    ["wine in bottle", 0],
  ])("F11: is described as %j: %d", (words, count) => {
    expect(explainInvisibleCargo([lineOf(1, ["drum"], { words })], "G", bundledContainerRules)).toHaveLength(count);
  });
});

test("pictures of the outside ask for one of the inside", () => {
  expect(inEnglish(reportNoCargoPicture())).toEqual({
    rule: "cargo-not-pictured",
    severity: "info",
    lane: "cargo",
    declared: null,
    observed: null,
    message: "There are only pictures of the outside, which do not show the cargo. Take one of the inside.",
  });
});
