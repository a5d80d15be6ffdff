import { describe, expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import { type CompiledRules, createMatcher, type DeclaredSide } from "./match-manifest.ts";
import { detect, pictureOf, roundRules, sideOf } from "./testing.ts";

const rules: CompiledRules = { version: 4, map: compileMap(7, bundledMap), ...roundRules };

const coffee = { description: "Coffee beans, green", packageCode: "SA", numberOfPackages: 100 };
const shoes = { description: "Shoes", packageCode: "CT", numberOfPackages: 40 };
const pictures = [pictureOf([...detect("sack", 100), ...detect("carton", 40)])];
const compare = (manifests: DeclaredSide[]) =>
  createMatcher(manifests, rules)({ containerNumber: "CSQU3054383", sizeType: "22G1", pictures });

describe("several manifests of one container", () => {
  const judge = (...manifests: DeclaredSide[]) => {
    const { lane, isComplete, findings } = compare(manifests);
    const found = findings.map(({ rule, severity }) => `${severity} ${rule}`);
    return [isComplete ? lane : `${lane}, incomplete`, ...found];
  };

  test("G7: declare their goods together", () => {
    expect(judge(sideOf([coffee]))).toEqual(["red", "critical observed-goods-not-declared"]);
    expect(judge(sideOf([coffee]), sideOf([shoes]))).toEqual(["green"]);
  });

  test("declare an empty container only where none declares goods", () => {
    expect(judge(sideOf([]), sideOf([coffee, shoes]))).toEqual(["green"]);
    expect(judge(sideOf(null), sideOf([coffee, shoes]))).toEqual(["green"]);
    expect(judge(sideOf(null), sideOf([]))).toEqual(["red", "critical empty-laden-mismatch"]);
    expect(judge(sideOf(null), sideOf(null))).toEqual(["yellow, incomplete", "info goods-not-stated"]);
  });

  test("declare seals, each with the place of its line", () => {
    const manifests = ["1111111", "7654321"].map((sealNumber, index) =>
      sideOf([{ ...coffee, sealNumber }], { id: `m${index + 1}`, billOfLading: `H${index + 1}` }),
    );
    const seal = pictureOf([...detect("sack", 200), ...detect("seal", 1, { text: "7654321", confidence: 0.9 })]);
    const judged = createMatcher(
      manifests,
      rules,
    )({ containerNumber: "CSQU3054383", sizeType: "22G1", pictures: [seal] });
    expect(judged.findings.find(({ rule }) => rule === "seal-number")).toMatchObject({
      message: "The picture shows the seal number 7654321, as line 1 of bill of lading H2 declares it.",
      lines: [1],
      manifests: [{ manifestId: "m2", lines: [1] }],
    });
  });

  test("each have documents, and shared findings are listed once", () => {
    const draft = sideOf([coffee, shoes], { status: "DRAFT" });
    expect(judge(draft, sideOf([], { status: "DRAFT" }))).toEqual(["green", "warning manifest-not-validated"]);
    expect(judge(draft, sideOf([], { status: "SUBMITTED" }))).toEqual([
      "green",
      "warning manifest-not-validated",
      "warning manifest-not-validated",
    ]);
  });
});

describe("manifests that were changed or added after the first picture", () => {
  const judge = (...manifests: DeclaredSide[]) =>
    compare(manifests)
      .findings.filter(({ rule }) => rule.endsWith("after-picture"))
      .map(({ severity, message }) => `${severity}: ${message}`);
  const ofCoffee = sideOf([coffee], { id: "m1", billOfLading: "H1" });
  const ofShoes = sideOf([shoes], { id: "m2", billOfLading: "H2" });
  const [unexplainedCartons, unexplainedSacks] = ["40 cartons", "100 sacks"].map(
    (seen) => `The picture shows ${seen}, which nothing on the manifest explains (probability above 99.9 %); declared:`,
  );

  test("are none where all are as they were", () => {
    expect(judge(ofCoffee, ofShoes)).toEqual([]);
    expect(judge({ ...ofCoffee, firstCompared: ofCoffee }, { ...ofShoes, isAddedLater: false })).toEqual([]);
  });

  test("are named with the findings before the change", () => {
    expect(judge({ ...ofCoffee, declaredGoods: [coffee, shoes], firstCompared: ofCoffee })).toEqual([
      `critical: The manifest was changed after the first picture was taken (goods). Before the change: ${unexplainedCartons} Coffee beans, green.`,
    ]);
  });

  test("are named among others that are as they were", () => {
    const changed = { ...ofCoffee, firstCompared: { ...ofCoffee, declaredGoods: [] } };
    expect(judge(ofShoes, changed)).toEqual([
      `critical: The manifest of bill of lading H1 was changed after the first picture was taken (goods). Before the change: ${unexplainedSacks} Shoes.`,
    ]);
  });

  test("are named with the findings before one was added", () => {
    const added = { ...ofShoes, isAddedLater: true };
    expect(judge(ofCoffee, added)).toEqual([
      `critical: After the first picture was taken, a manifest was added (bill of lading H2). Before: ${unexplainedCartons} Coffee beans, green.`,
    ]);
    const another = { ...ofCoffee, billOfLading: "H3", isAddedLater: true };
    expect(judge(ofCoffee, ofShoes, another)).toEqual([
      "info: After the first picture was taken, a manifest was added (bill of lading H3).",
    ]);
  });

  test("are each named where one was changed and another added", () => {
    const changed = { ...ofShoes, firstCompared: { ...ofShoes, weight: { gross: 1 } } };
    const added = { ...ofCoffee, billOfLading: "H3", isAddedLater: true };
    expect(judge(changed, added)).toEqual([
      `critical: The manifest of bill of lading H2 was changed after the first picture was taken (weight). Before the change: ${unexplainedSacks} Shoes.`,
      `critical: After the first picture was taken, a manifest was added (bill of lading H3). Before: ${unexplainedSacks} Shoes.`,
    ]);
  });
});

describe("other manifests of one bill of lading", () => {
  const other = { containerNumber: "MSKU9070323", billOfLading: "HLCU123" };
  const judge = (own: unknown, others: unknown) =>
    compare([
      sideOf(own, { id: "m1", billOfLading: "HLCU 123", sameBill: [{ ...other, declaredGoods: others }] }),
    ]).findings.filter(({ rule }) => rule === "bill-on-several-containers");

  test("that declare the same goods are named", () => {
    expect(judge([coffee], [coffee])).toMatchObject([
      { observed: "MSKU9070323", declared: "HLCU 123", manifests: [{ manifestId: "m1", lines: [] }] },
    ]);
  });

  test("that declare others, or none, are not", () => {
    expect(judge([coffee], [shoes])).toEqual([]);
    expect(judge([coffee], [])).toEqual([]);
    expect(judge(null, null)).toEqual([]);
  });
});
