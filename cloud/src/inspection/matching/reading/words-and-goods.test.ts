import type { Detection } from "@container-inspection/shared-schemas";
import { describe, expect, test } from "vitest";
import { bundledMap } from "../../category-map/bundled-map.ts";
import { compileMap } from "./compile-map.ts";
import { normaliseWords } from "./normalise-words.ts";
import { observeClasses } from "../rules/observe-classes.ts";
import { readDeclaredGoods } from "./read-goods.ts";

const entry = (name: string, more: Partial<(typeof bundledMap)["classes"][number]> = {}) => ({
  ...bundledMap.classes[0]!,
  name,
  plural: `${name}s`,
  aliases: [],
  keywords: [],
  hsChapters: [],
  packageCodes: [],
  carrier: false,
  ...more,
});
const sack = entry("sack", { aliases: ["Bag"], keywords: ["green coffee", "Coffee"], packageCodes: ["SA"] });
const drum = entry("drum", { hsChapters: ["09"], keywords: ["oil"] });
const pallet = entry("pallet", { carrier: true, packageCodes: ["PX"] });
const map = compileMap(3, {
  ...bundledMap,
  minConfidence: 0.25,
  emptyClasses: ["Empty!"],
  emptyDeclarations: ["No goods"],
  classes: [sack, drum, pallet],
});

test.each([
  ["Green  Coffee-Beans", "green coffee bean"],
  ["--a--", "a"],
  ["boxes dishes watches classes foxes", "box dish watch class fox"],
  ["gas glass bus cars pens xs", "gas glass bus car pen xs"],
  ["Größe Ñandú 12", "größe ñandú 12"],
  ["houses", "house"],
  [7, ""],
  [null, ""],
  ["", ""],
  [`${"x".repeat(498)} abc`, `${"x".repeat(498)} a`],
])("%j is compared as %j", (value, expected) => expect(normaliseWords(value)).toBe(expected));

test("a map is compiled with normalised words, and its keywords by their first word", () => {
  expect(map).toMatchObject({ version: 3, minConfidence: 0.25, classes: [sack, drum, pallet] });
  expect([...map.emptyClasses, ...map.emptyDeclarations]).toEqual(["empty", "no good"]);
  expect([...map.classesByName]).toEqual([
    ["sack", sack],
    ["bag", sack],
    ["drum", drum],
    ["pallet", pallet],
  ]);
  expect([...map.keywords]).toEqual([
    ["green", [{ keyword: "green coffee", entry: sack }]],
    ["coffee", [{ keyword: "coffee", entry: sack }]],
    ["oil", [{ keyword: "oil", entry: drum }]],
  ]);
});

describe("what was seen", () => {
  const seen = (className: string | null, confidence: number | null, quantity: number | null): Detection => {
    return { className, confidence, quantity, polygon: null, areaPercentage: null, volume: null };
  };
  const observe = (...detections: Detection[]) => observeClasses(detections, map);

  test("is added up by class, with the best confidence, in order of first sight", () => {
    expect(observe(seen("drum", 0.5, 2), seen("Bags", 0.3, 4), seen("DRUM", 0.4, null))).toEqual([
      { name: "drum", plural: "drums", count: 3, confidence: 0.5, kind: "goods" },
      { name: "sack", plural: "sacks", count: 4, confidence: 0.3, kind: "goods" },
    ]);
    expect(observe(seen("pallet", null, null))).toEqual([
      { name: "pallet", plural: "pallets", count: 1, confidence: 1, kind: "carrier" },
    ]);
  });

  test("is unknown under its own name, or none", () => {
    expect(observe(seen("Zebra", 0.9, 1), seen(null, 0.9, 1))).toEqual([
      { name: "Zebra", plural: "Zebra", count: 1, confidence: 0.9, kind: "unknown" },
      { name: "unnamed", plural: "unnamed", count: 1, confidence: 0.9, kind: "unknown" },
    ]);
  });

  test("is left out below the least confidence, and where it is a word for nothing", () => {
    expect(observe(seen("drum", 0.24, 1), seen("empty", 0.9, 1))).toEqual([]);
    expect(observe(seen("drum", 0.25, 1))).toHaveLength(1);
  });
});

describe("what is declared", () => {
  const read = (...goods: unknown[]) => readDeclaredGoods(goods, map, 0);
  const item = (facts: Record<string, unknown>) => {
    const goods = read(facts);
    return goods.kind === "laden" ? goods.lines[0] : undefined;
  };

  test("is nothing stated without a list, and an empty container where a list names nothing", () => {
    expect(readDeclaredGoods({ description: "oil" }, map, 0)).toEqual({ kind: "not-stated" });
    expect(readDeclaredGoods(null, map, 0)).toEqual({ kind: "not-stated" });
    expect(read()).toEqual({ kind: "empty" });
    expect(read({ description: "no goods" }, null, "oil", 7, ["oil"])).toEqual({ kind: "empty" });
    expect(read({}).kind).toBe("laden");
  });

  test("is understood by package code, HS chapter and words, whichever fit", () => {
    const facts = { description: "Green coffees in oil", packageCode: " px ", numberOfPackages: "12", quantity: 5 };
    expect(item(facts)).toEqual({
      line: 1,
      manifest: 0,
      label: "Green coffees in oil",
      words: "green coffee in oil",
      hs: undefined,
      packageCode: "PX",
      kind: "goods",
      raw: facts,
      classes: new Map([
        ["sack", "word coffee → sack"],
        ["drum", "word oil → drum"],
        ["pallet", "package code PX → pallet"],
      ]),
      countedAs: "pallet",
      packageCount: 12,
    });
    expect(item({ description: "oil", quantity: 5 })).toMatchObject({ countedAs: "drum", packageCount: 5 });
    expect(item({ description: "oil coffee" })).toMatchObject({ countedAs: undefined, packageCount: undefined });
    expect(item({ packageCode: "PX" })).toMatchObject({ classes: new Map([["pallet", "package code PX → pallet"]]) });
    expect(item({ description: "unknown" })).toMatchObject({
      classes: new Map(),
      kind: "unknown",
      countedAs: undefined,
    });
    expect(item({ packageCode: 7 })).toMatchObject({ classes: new Map() });
    expect(item({ description: "oily foil" })).toMatchObject({ classes: new Map() });
    expect(item({ description: "green tea" })).toMatchObject({ classes: new Map() });
  });

  test.each([
    ["0901", "HS 09 → drum"],
    [901, "HS 09 → drum"],
    ["1009", undefined],
    ["0901x", undefined],
  ])("the HS code %j shows a drum: %s", (hsCode, expected) => {
    expect(item({ hsCode })?.classes.get("drum")).toBe(expected);
  });

  test.each([
    [0, 0],
    [1e9, 1e9],
    [1e9 + 1, undefined],
    [-1, undefined],
    ["0", 0],
    [" 12.5 ", 12.5],
    ["1234567890", undefined],
    ["999999999", 999_999_999],
    ["12345678901", undefined],
    ["1.1234567", undefined],
    ["1.123456", 1.123456],
    ["1.", undefined],
    ["x1", undefined],
    ["1x", undefined],
    ["", undefined],
    [null, undefined],
    [Number.NaN, undefined],
  ])("the number %j is the count %j", (numberOfPackages, expected) => {
    expect(item({ numberOfPackages })?.packageCount).toBe(expected);
  });

  test.each([
    [{ description: "  two\n\t words\u0000 " }, "two words"],
    [{ description: "x".repeat(60) }, "x".repeat(60)],
    [{ description: "x".repeat(61) }, `${"x".repeat(59)}…`],
    [{ description: `${"x".repeat(58)}😀yy` }, `${"x".repeat(58)}\ufffd…`],
    [{ description: `${" ".repeat(500)}x`, hsCode: "09.01 1" }, "HS 09.01 1"],
    [{ description: " ", hsCode: "x09" }, "item 1"],
    [{ hsCode: "09x" }, "item 1"],
    [{ hsCode: "" }, "item 1"],
    [{ hsCode: "1".repeat(20) }, `HS ${"1".repeat(20)}`],
    [{ hsCode: "1".repeat(21) }, "item 1"],
    [{ hsCode: 901, description: 7 }, "item 1"],
  ])("%j is called %j", (facts, label) => expect(item(facts)?.label).toBe(label));

  test("what has no name is called by its place in the list", () => {
    const goods = read({}, null, {});
    expect(goods.kind === "laden" && goods.lines.map(({ label }) => label)).toEqual(["item 1", "item 3"]);
  });
});
