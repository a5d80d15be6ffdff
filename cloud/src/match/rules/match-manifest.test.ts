import { type ManifestMatch, manifestMatch } from "@container-inspection/shared-schemas/manifest-match";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import { type CompiledRules, createMatcher, type DeclaredSide, type ObservedSide } from "./match-manifest.ts";
import type { Picture } from "./pictures.ts";
import { detect, pictureOf, roundRules, sideOf } from "./testing.ts";

const rules: CompiledRules = { version: 4, map: compileMap(7, bundledMap), ...roundRules };

const coffee = { description: "Coffee beans, green", packageCode: "SA", numberOfPackages: 100 };
const shoes = { description: "Shoes", packageCode: "CT", numberOfPackages: 40 };
const car = { description: "Used car", packageCode: "VN", numberOfPackages: 2 };
const mixedPallets = { description: "Mixed", packageCode: "PX", numberOfPackages: 4 };
const relics = { description: "Qwertz" };

type Found = Parameters<typeof pictureOf>[0];
const compare = (manifests: DeclaredSide[], pictures: Picture[], rest: Partial<ObservedSide> = {}) =>
  createMatcher(manifests, rules)({ containerNumber: "CSQU3054383", sizeType: "22G1", pictures, ...rest });
const match = (goods: unknown, detections: Found, picture: Parameters<typeof pictureOf>[1] = {}) =>
  compare([sideOf(goods)], [pictureOf(detections, picture)]);

const verdict = ({ lane, isComplete, findings }: ManifestMatch) => [
  isComplete ? lane : `${lane}, incomplete`,
  ...findings.map(({ rule, severity }) => `${severity} ${rule}`),
];

const sacks = detect("sack", 100);
const xray = { view: "xray-full" } as const;

describe("one picture", () => {
  test.each<[string, unknown, Found, string[]]>([
    ["as declared", [coffee], detect("sack", 98), ["green"]],
    ["a model's other words for a class", [coffee, shoes], [...detect("Bags", 100), ...detect("cardboard_box", 40)], ["green"]],
    ["another class than declared", [coffee], detect("drum", 5),
      ["red", "critical observed-goods-not-declared", "info declared-goods-not-observed"]],
    ["another class, seen unsurely", [coffee], [...sacks, ...detect("drum", 5, { confidence: 0.4 })],
      ["yellow", "warning observed-goods-not-declared"]],
    ["another class, below the least confidence", [coffee], [...sacks, ...detect("drum", 5, { confidence: 0.24 })], ["green"]],
    ["one of two goods out of view", [coffee, shoes], sacks, ["green", "info declared-goods-not-observed"]],
    ["pallets under goods declared in cartons", [shoes], [...detect("carton", 40), ...detect("pallet", 2)], ["green"]],
    ["fewer than declared", [coffee], detect("sack", 22), ["green", "info quantity-deviation"]],
    ["more than declared", [coffee], detect("sack", 180), ["yellow", "warning quantity-deviation"]],
    ["far more than declared", [coffee], detect("sack", 300), ["red", "critical quantity-deviation"]],
    ["more than declared, beside unknown goods", [coffee, relics], detect("sack", 300),
      ["green", "info quantity-deviation", "info declared-goods-unknown"]],
    ["pallets that do not state what they carry", [mixedPallets], [...detect("drum", 9), ...detect("pallet", 4)],
      ["green", "warning vague-description", "info observed-goods-not-declared"]],
    ["one vehicle of two", [car], detect("vehicle"), ["green", "info quantity-deviation"]],
    ["a count split over detections", [car], [...detect("vehicle"), ...detect("car")], ["green"]],
    ["a weapon beside the goods", [coffee], [...sacks, ...detect("weapon")],
      ["red", "critical alert"]],
    ["an unknown thing", [coffee], [...sacks, ...detect("zebra")], ["yellow", "warning observed-goods-unknown"]],
    ["an unknown thing in place of the goods", [coffee], detect(null),
      ["yellow", "warning observed-goods-unknown", "info declared-goods-not-observed"]],
    ["unknown goods", [relics], detect("carton"), ["green", "info observed-goods-not-declared", "info declared-goods-unknown"]],
    ["nothing in a laden container", [coffee], [], ["yellow, incomplete", "info nothing-recognised"]],
    ["nothing but unknown goods declared", [relics], [], ["yellow, incomplete", "info nothing-recognised"]],
    ["a model's word for nothing", [coffee], detect("empty"), ["red", "critical empty-laden-mismatch"]],
    ["a model's word for nothing, with little confidence", [coffee], detect("empty", 1, { confidence: 0.5 }),
      ["yellow, incomplete", "info nothing-recognised"]],
    ["a model's word for nothing beside goods", [coffee], [...sacks, ...detect("empty")], ["green"]],
    ["nothing in an empty container", [], [], ["green", "info empty-as-declared"]],
    ["a word for nothing in an empty container", [], detect("empty"), ["green"]],
    ["nothing where 'empty' is declared in words", [{ description: "EMPTY CONTAINER" }], [], ["green", "info empty-as-declared"]],
    ["goods in an empty container", [], detect("carton", 3), ["red", "critical empty-laden-mismatch"]],
    ["a left pallet in an empty container", [], detect("pallet"), ["green", "info empty-laden-mismatch"]],
    ["goods not stated", null, detect("carton"), ["yellow, incomplete", "info goods-not-stated"]],
    ["goods not stated, and a weapon", null, detect("weapon"), ["red, incomplete", "critical alert", "info goods-not-stated"]],
    ["goods in bulk", [{ ...coffee, packageCode: "VR" }], [], ["green", "info cargo-not-visible"]],
  ])("%s", (_, goods, detections, expected) => expect(verdict(match(goods, detections))).toEqual(expected)); // prettier-ignore

  test("of the whole load proves missing goods", () => {
    expect(verdict(match([coffee, shoes], sacks, xray))).toEqual(["yellow", "warning declared-goods-not-observed"]);
    expect(verdict(match([coffee], detect("sack", 50), xray))).toEqual(["yellow", "warning quantity-deviation"]);
  });
});

describe("the pictures of a visit", () => {
  const left = (found: Found, more: Partial<Picture> = {}) => pictureOf(found, { scanId: "left", ...more });
  const right = (found: Found, more: Partial<Picture> = {}) => pictureOf(found, { scanId: "right", ...more });
  const judge = (...pictures: Picture[]) => verdict(compare([sideOf([coffee])], pictures));

  test("34: are judged together: a later picture without an object does not cancel an earlier finding", () => {
    const drums = detect("drum", 5);
    expect(judge(left(drums), right([]))).toEqual(judge(left(drums)));
    const { findings } = compare([sideOf([coffee])], [left(drums), right([...sacks, ...drums])]);
    expect(findings).toMatchObject([
      {
        rule: "observed-goods-not-declared",
        severity: "critical",
        evidence: [{ scanId: "left" }, { scanId: "right" }],
      },
    ]);
  });

  test("34b: are not added up: each shows a part of the load", () => {
    expect(judge(left(sacks), right(sacks))).toEqual(["green"]);
  });

  test("08b, 35: include scans for illegal goods and defects", () => {
    const drugs = right(detect("drugs"), { type: "illegal" });
    expect(judge(left(sacks), drugs)).toEqual(["red", "critical illegal-goods"]);
    expect(judge(left(sacks), right(detect("hole"), { type: "defect" }))).toEqual(["red", "critical defects"]);
  });

  test("of the outside show no cargo, but what must be in no container", () => {
    const outside = { view: "exterior" } as const;
    expect(judge(left(detect("drum", 5), outside))).toEqual(["yellow, incomplete", "info cargo-not-pictured"]);
    expect(judge(left(detect("person"), outside))).toEqual([
      "yellow, incomplete",
      "info alert",
      "info cargo-not-pictured",
    ]);
    expect(judge(left(detect("weapon"), outside))).toEqual([
      "red, incomplete",
      "critical alert",
      "info cargo-not-pictured",
    ]);
    expect(judge(left(detect("drum", 5), outside), right(sacks))).toEqual(["green"]);
  });

  test("are incomplete without one of the cargo", () => {
    expect(judge()).toEqual(["yellow, incomplete"]);
    expect(judge(right([], { type: "illegal" }))).toEqual(["yellow, incomplete"]);
    expect(judge(right(detect("hole"), { type: "defect" }))).toEqual(["red, incomplete", "critical defects"]);
  });

  test("12: of a tank show nothing, which is no finding, but objects in one are compared", () => {
    const tank = (found: Found) =>
      verdict(compare([sideOf([coffee], { containerType: null })], [left(found)], { sizeType: "22T1" }));
    expect(tank([])).toEqual(["green", "info cargo-not-visible"]);
    expect(tank(detect("empty"))).toEqual(["green", "info cargo-not-visible"]);
    expect(tank(detect("drum", 5))[0]).toBe("red");
    expect(verdict(compare([sideOf([coffee])], [left([])], { sizeType: null }))[0]).toBe("yellow, incomplete");
  });

  test("of the outside show what lies on a platform or beside a tank, whose type the manifest may state", () => {
    const outside = left(detect("drum", 5), { view: "exterior" });
    const judgeIn = (sizeType: string | null, ...declared: (string | null)[]) =>
      verdict(
        compare(
          declared.map((containerType) => sideOf([coffee], { containerType })),
          [outside],
          { sizeType },
        ),
      )[0];
    expect([judgeIn("22P1", null), judgeIn("22T1", null), judgeIn("22G1", null)]).toEqual([
      "red",
      "red",
      "yellow, incomplete",
    ]);
    // The one that was read counts before the declared ones, of these the first that is stated.
    expect(judgeIn("22G1", "22T1")).toBe("yellow, incomplete");
    expect(judgeIn(null, null, "22T1", "22G1")).toBe("red");
    expect([judgeIn(null, null), judgeIn(null, "tank")]).toEqual(["yellow, incomplete", "yellow, incomplete"]);
  });

  test("one that shows nothing is left out beside one that shows goods", () => {
    expect(judge(left([]), right(sacks))).toEqual(["green"]);
  });

  test("in an empty container are each compared", () => {
    const pictures = [left(detect("carton", 3)), right([]), right(detect("pallet"))];
    expect(verdict(compare([sideOf([])], pictures))).toEqual([
      "red",
      "critical empty-laden-mismatch",
      "info empty-laden-mismatch",
    ]);
  });
});

describe("documents", () => {
  const judge = (rest: Partial<DeclaredSide>, observed: Partial<ObservedSide> = {}) => {
    const made = compare([sideOf([coffee], rest)], [pictureOf(sacks)], observed);
    return [made.documentLane, ...verdict(made)];
  };
  test.each<[string, Partial<DeclaredSide>, Partial<ObservedSide>, string[]]>([
    ["the same number written otherwise", { containerNumber: "csqu 305438-3" }, {}, ["green", "green"]],
    ["another number", { containerNumber: "MSKU9070323" }, {}, ["green", "red", "critical container-number-mismatch"]],
    ["no number", { containerNumber: null }, {}, ["green", "green"]],
    ["the group code of the same type", { containerType: "22gp" }, {}, ["green", "green"]],
    ["another length", { containerType: "42G1" }, {}, ["green", "yellow", "warning size-type-mismatch"]],
    ["a container of unknown size", { containerType: "42G1" }, { sizeType: null }, ["green", "green", "info size-type-not-read"]],
    ["37: a draft", { status: "DRAFT" }, {}, ["yellow", "green", "warning manifest-not-validated"]],
    ["rejected", { status: "REJECTED" }, {}, ["green", "red", "critical manifest-not-validated"]],
  ])("%s", (_case, rest, observed, expected) => expect(judge(rest, observed)).toEqual(expected)); // prettier-ignore
});

test("the worst finding comes first, the score is that of the cargo, and the rules are named", () => {
  const made = compare(
    [sideOf([coffee], { status: "DRAFT" })],
    [pictureOf([...detect("sack", 22), ...detect("knife")])],
  );
  expect(verdict(made)).toEqual(["red", "critical alert", "warning manifest-not-validated", "info quantity-deviation"]);
  // 0.333 × (1 - 0.9) × (1 - 0.1 × 0.1), without the documents.
  expect(made).toMatchObject({ score: 0.033, ruleSet: "rules 6, rule set 4, category map 7" });
  const clean = compare([sideOf([coffee], { status: "DRAFT" })], [pictureOf(sacks)]);
  expect(clean).toMatchObject({ score: 1, lane: "green", documentLane: "yellow", isComplete: true });
  expect(match(null, sacks)).toMatchObject({ lane: "yellow", isComplete: false, score: 0.663 });
});

test("44: five warnings score above one critical finding", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => detect(`crack ${index}`)).flat();
  const defects = (found: Found) =>
    compare([sideOf([coffee])], [pictureOf(sacks), pictureOf(found, { type: "defect" })]);
  const [warned, stopped] = [defects(many(5)), defects(detect("hole", 1, { confidence: 0.5 }))];
  expect([warned.lane, stopped.lane]).toEqual(["yellow", "red"]);
  expect(warned.score).toBeGreaterThan(stopped.score);
});

test("goods are read once for all calls", () => {
  let reads = 0;
  const manifest = sideOf(undefined);
  Object.defineProperty(manifest, "declaredGoods", { get: () => ((reads += 1), [coffee]) });
  const matcher = createMatcher([manifest], rules);
  for (let call = 0; call < 3; call += 1)
    matcher({ containerNumber: "CSQU3054383", sizeType: "22G1", pictures: [pictureOf(sacks)] });
  expect(reads).toBe(1);
});

describe("whatever a manifest holds inside", () => {
  const anything = fc.anything({ withBigInt: false });
  const itemOf = (value: fc.Arbitrary<unknown>) =>
    fc.record({ description: value, hsCode: value, packageCode: value, quantity: value, numberOfPackages: value });
  const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
  const found = (...names: (string | null)[]) =>
    fc.array(
      fc
        .record({
          className: fc.constantFrom(...names),
          confidence: share,
          areaPercentage: fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: null }),
          quantity: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: null }),
        })
        .map(({ className, ...facts }) => detect(className, 1, facts)),
      { maxLength: 8 },
    );
  const picture = (...names: (string | null)[]) =>
    fc
      .record({
        detections: found(...names).map((all) => all.flat()),
        type: fc.constantFrom("category" as const, "illegal" as const, "defect" as const),
        view: fc.constantFrom(null, "door" as const, "top" as const, "exterior" as const, "xray-full" as const),
        modelName: fc.constantFrom(null, "category-demo"),
      })
      .map(({ detections, ...more }) => pictureOf(detections, more));

  test("the match neither throws nor leaves its shape", () => {
    const goods = fc.oneof(anything, fc.array(anything), fc.array(itemOf(anything)));
    const names = ["carton", "pallet", "vehicle", "empty", "zebra", "weapon", "no_threat", null];
    const sizeTypes = fc.constantFrom(null, "22G1", "22T1");
    const pictures = fc.array(picture(...names), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(goods, { maxLength: 3 }), pictures, sizeTypes, (some, shown, sizeType) => {
        const manifests = some.map((one) => sideOf(one));
        expect(manifestMatch.safeParse(compare(manifests, shown, { sizeType })).error).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test("unknown goods alone never turn packages and carriers into more than information", () => {
    const junk = fc.oneof(
      fc.constant("qwertz"),
      fc.double(),
      fc.constant(null),
      fc.dictionary(fc.string(), fc.string()),
    );
    const goods = fc.array(itemOf(junk), { minLength: 1 });
    const pictures = found("carton", "drum", "pallet").map((all) => pictureOf(all.flat()));
    fc.assert(
      fc.property(goods, pictures, (declared, shown) => {
        const { findings } = compare([sideOf(declared)], [shown]);
        expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("a description of a megabyte is shortened", () => {
    const { findings } = match([{ ...coffee, description: "x".repeat(1_000_000) }], detect("drum", 3));
    expect(JSON.stringify(findings).length).toBeLessThan(4_000);
  });
});
