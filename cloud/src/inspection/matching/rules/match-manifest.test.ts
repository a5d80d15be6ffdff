import { type Detection, type ManifestMatch, manifestMatch } from "@container-inspection/shared-schemas";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledMap } from "../../category-map/bundled-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import { createMatcher, type DeclaredSide } from "./match-manifest.ts";

const map = compileMap(7, bundledMap);

type Facts = Partial<DeclaredSide> & { sizeType?: string | null };

const coffee = { description: "Coffee beans, green", hsCode: "090111", packageCode: "SA", numberOfPackages: 100 };
const shoes = { description: "Shoes", hsCode: "6403.99", packageCode: "CT", numberOfPackages: 40 };
const car = { description: "Used car", hsCode: 870323, quantity: 2 };
const garments = { description: "Garments", hsCode: "6109", packageCode: "PX", numberOfPackages: 10 };
const mixedPallets = { description: "Mixed", packageCode: "PX", numberOfPackages: 4 };
const relics = { description: "Qwertz", hsCode: "000000" };

const seen = (className: string | null, quantity: number | null = 1, confidence: number | null = 0.9): Detection => ({
  className,
  confidence,
  polygon: null,
  areaPercentage: null,
  quantity,
  volume: null,
});

function match(goods: unknown, detections: Detection[], rest: Facts = {}): ManifestMatch {
  const { containerNumber = "CSQU3054383", containerType = "22G1", status = "VALIDATED", sizeType = "22G1" } = rest;
  const declared: DeclaredSide = { containerNumber, containerType, status, declaredGoods: goods };
  return createMatcher(declared, map)({ containerNumber: "CSQU3054383", sizeType, detections });
}

const verdict = ({ lane, findings }: ManifestMatch) => [
  lane,
  ...findings.map(({ rule, severity }) => `${severity} ${rule}`),
];

describe("goods", () => {
  test.each<[string, unknown, Detection[], string[]]>([
    ["as declared", [coffee], [seen("sack", 98)], ["green"]],
    ["a model's other words for a class", [coffee, shoes], [seen("Bags", 100), seen("cardboard_box", 40)], ["green"]],
    ["another class than declared", [coffee], [seen("drum", 5)],
      ["red", "critical observed-goods-not-declared", "warning declared-goods-not-observed"]],
    ["another class, seen unsurely", [coffee], [seen("sack", 100), seen("drum", 5, 0.4)],
      ["yellow", "warning observed-goods-not-declared"]],
    ["another class, below the least confidence", [coffee], [seen("sack", 100), seen("drum", 5, 0.24)], ["green"]],
    ["one of two goods missing", [coffee, shoes], [seen("sack", 100)], ["yellow", "warning declared-goods-not-observed"]],
    ["one of two goods missing behind pallets", [coffee, shoes], [seen("sack", 100), seen("pallet", 3)],
      ["green", "info declared-goods-not-observed"]],
    ["pallets under goods declared in cartons", [shoes], [seen("carton", 40), seen("pallet", 2)], ["green"]],
    ["cartons on declared pallets", [garments], [seen("carton", 200)], ["green"]],
    ["fewer pallets than declared", [garments], [seen("pallet", 5)], ["yellow", "warning quantity-deviation"]],
    ["pallets that do not state what they carry", [mixedPallets], [seen("drum", 9), seen("pallet", 4)],
      ["green", "info observed-goods-not-declared", "warning vague-description"]],
    ["more than declared", [coffee], [seen("sack", 111)], ["yellow", "warning quantity-deviation"]],
    ["more than declared, within tolerance", [coffee], [seen("sack", 110)], ["green"]],
    ["fewer than declared", [coffee], [seen("sack", 89)], ["yellow", "warning quantity-deviation"]],
    ["fewer than declared, others behind pallets", [shoes], [seen("carton", 9), seen("pallet", 4)],
      ["green", "info quantity-deviation"]],
    ["more than declared, beside unknown goods", [coffee, relics], [seen("sack", 200)],
      ["green", "info quantity-deviation", "info declared-goods-unknown"]],
    ["more, where an item on pallets has no count", [shoes, garments], [seen("carton", 300)], ["green"]],
    ["one vehicle of two, declared by quantity", [car], [seen("vehicle")], ["yellow", "warning quantity-deviation"]],
    ["a count split over detections", [car], [seen("vehicle", null), seen("car", null)], ["green"]],
    ["counts written as text", [{ ...coffee, numberOfPackages: "100" }], [seen("sack", 50)],
      ["yellow", "warning quantity-deviation"]],
    ["nothing in a laden container", [coffee], [], ["red", "critical empty-laden-mismatch"]],
    ["a model's word for nothing", [coffee], [seen("empty")], ["red", "critical empty-laden-mismatch"]],
    ["nothing in an empty container", [], [], ["green"]],
    ["nothing where 'empty' is declared in words", [{ description: "EMPTY CONTAINER" }], [], ["green"]],
    ["goods in an empty container", [], [seen("carton", 3)], ["red", "critical empty-laden-mismatch"]],
    ["a left pallet in an empty container", [], [seen("pallet")], ["yellow", "warning empty-laden-mismatch"]],
    ["goods not stated", null, [seen("carton")], ["green", "info goods-not-stated"]],
    ["unknown goods declared", [relics], [seen("carton")],
      ["green", "info observed-goods-not-declared", "info declared-goods-unknown"]],
    ["unknown goods declared, nothing seen", [relics], [], ["green", "info empty-laden-mismatch", "info declared-goods-unknown"]],
    ["an unknown thing seen", [coffee], [seen("sack", 100), seen("zebra")], ["green", "info observed-goods-unknown"]],
    ["an unknown thing seen in place of the goods", [coffee], [seen(null)],
      ["green", "info declared-goods-not-observed", "info observed-goods-unknown"]],
  ])("%s", (_, goods, detections, expected) => expect(verdict(match(goods, detections))).toEqual(expected)); // prettier-ignore
});

describe("the chapter of an HS code", () => {
  // In the bundled map 8703 comes as vehicles, 0901 in sacks, 08 in cartons, sacks or crates, 00 as nothing.
  test.each<[unknown, string | null]>([
    ["870323", "vehicle"],
    ["8703", "vehicle"],
    ["8703.23.91", "vehicle"],
    ["8703 23 915", "vehicle"],
    ["8703239", null],
    ["870323915", "vehicle"],
    ["8703239150", "vehicle"],
    ["0901110", null],
    ["090111000", "sack"],
    ["0901.1", null],
    ["0901.11", "sack"],
    [870323, "vehicle"],
    [90111, "sack"],
    [901110000, "sack"],
    [901, "sack"],
    ["870", null],
    ["87032391500", "vehicle"],
    [87, "carton or crate or vehicle"],
    [-870323, null],
    [870323.5, null],
    ["8703a", null],
  ])("%j shows as %s", (hsCode, expected) => {
    const { findings } = match([{ description: "qwertz", hsCode }], [seen("drum")]);
    const [missing] = findings.filter(({ rule }) => rule === "declared-goods-not-observed");
    const isUnknown = findings.some(({ rule }) => rule === "declared-goods-unknown");
    expect([isUnknown, / expected to be seen as ([^,]+),/.exec(missing?.message ?? "")?.[1] ?? null]).toEqual([
      expected === null,
      expected,
    ]);
  });
});

describe("documents", () => {
  test.each<[string, Facts, string[]]>([
    ["the same number written otherwise", { containerNumber: "csqu 305438-3" }, ["green"]],
    ["another number", { containerNumber: "MSKU9070323" }, ["red", "critical container-number-mismatch"]],
    ["no number", { containerNumber: null }, ["green"]],
    ["the group code of the same type", { containerType: "22gp" }, ["green"]],
    ["another length", { containerType: "42G1" }, ["yellow", "warning size-type-mismatch"]],
    ["a reefer", { containerType: "22R1" }, ["yellow", "warning size-type-mismatch"]],
    ["no code", { containerType: "twenty foot box" }, ["green"]],
    ["a container of unknown size", { sizeType: null }, ["green", "info size-type-not-read"]],
    ["a draft", { status: "DRAFT" }, ["yellow", "warning manifest-not-validated"]],
    ["rejected", { status: "REJECTED" }, ["red", "critical manifest-not-validated"]],
  ])("%s", (_case, rest, expected) => expect(verdict(match([coffee], [seen("sack", 100)], rest))).toEqual(expected));
});

test("a finding states in a sentence what was declared and what was seen", () => {
  const { findings } = match([coffee], [seen("sack", 150)]);
  expect(findings).toEqual([
    {
      rule: "quantity-deviation",
      severity: "warning",
      declared: "100 sacks",
      observed: "150 sacks",
      message: "100 sacks are declared, but the scan shows 150: 50 % more than declared, where 10 % is tolerated.",
    },
  ]);
});

test("the score halves with a critical finding and loses 15 % with a warning, and the rule set is named", () => {
  const { score, ruleSet } = match([coffee], [seen("sack", 150)], { containerNumber: "MSKU9070323" });
  expect(score).toBe(0.425);
  expect(ruleSet).toBe("rules 2, category map 7");
});

describe("whatever a manifest holds inside", () => {
  const anything = fc.anything({ withBigInt: false });
  const itemOf = (value: fc.Arbitrary<unknown>) =>
    fc.record({ description: value, hsCode: value, packageCode: value, quantity: value, numberOfPackages: value });
  const detections = fc.array(
    fc
      .tuple(fc.constantFrom("carton", "pallet", "empty", "zebra", null), fc.double({ min: 0, max: 1e9, noNaN: true }))
      .map(([className, quantity]) => seen(className, quantity)),
    { maxLength: 8 },
  );

  test("the match neither throws nor leaves its shape", () => {
    const goods = fc.oneof(anything, fc.array(anything), fc.array(itemOf(anything)));
    fc.assert(
      fc.property(goods, detections, (some, found) => {
        expect(manifestMatch.safeParse(match(some, found)).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("unknown goods alone never lower the lane", () => {
    const junk = fc.oneof(
      fc.constant("qwertz"),
      fc.double(),
      fc.constant(null),
      fc.dictionary(fc.string(), fc.string()),
    );
    fc.assert(
      fc.property(fc.array(itemOf(junk), { minLength: 1 }), detections, (goods, found) => {
        expect(match(goods, found).lane).toBe("green");
      }),
      { numRuns: 500 },
    );
  });

  test("a description of a megabyte is shortened", () => {
    const { findings } = match([{ ...coffee, description: "x".repeat(1_000_000) }], [seen("drum")]);
    expect(JSON.stringify(findings).length).toBeLessThan(2_000);
  });
});
