import type { Detection } from "@container-inspection/shared-schemas";
import { describe, expect, test } from "vitest";
import { bundledMap } from "../../category-map/bundled-map.ts";
import { compileMap } from "./compile-map.ts";
import { normaliseWords } from "./normalise-words.ts";
import { observeClasses } from "../rules/observe-classes.ts";

const entry = (name: string, more: Partial<(typeof bundledMap)["classes"][number]> = {}) => ({
  ...bundledMap.classes[0]!,
  name,
  plural: `${name}s`,
  aliases: [],
  keywords: [],
  hsChapters: [],
  hsCodes: [],
  packageWords: [],
  translations: {},
  packageCodes: [],
  carrier: false,
  ...more,
});
const sack = entry("sack", {
  aliases: ["Bag"],
  keywords: ["green coffee", "Coffee"],
  packageCodes: ["SA"],
  packageWords: ["Säcke"],
  translations: { de: ["Kaffee"] },
});
const drum = entry("drum", { hsChapters: ["09"], hsCodes: ["09", "0902"], keywords: ["oil"] });
const pallet = entry("pallet", { carrier: true, packageCodes: ["PX"], hsCodes: ["0902"] });
const map = compileMap(3, {
  ...bundledMap,
  minConfidence: 0.25,
  emptyClasses: ["Empty!"],
  emptyDeclarations: ["No goods"],
  exceptions: ["oil lamp"],
  vagueDescriptions: ["Green coffees"],
  fillerWords: ["no"],
  lookAlikes: [{ class: "sack", takenFor: "drum", rate: 0.1 }],
  classes: [sack, drum, pallet],
});

test.each([
  ["Green  Coffee-Beans", "green coffee bean"],
  ["--a--", "a"],
  ["boxes dishes watches classes foxes", "box dish watch class fox"],
  ["gas glass bus cars pens xs", "gas glass bus car pen xs"],
  ["Größe Ñandú 12", "groesse nandu 12"],
  ["MÖBEL und Säcke; Œuvre, Øl", "moebel und saecke oeuvre ol"],
  ["café te\u0301 Mu\u0308ll", "cafe te muell"],
  ["咖啡豆 COFFEE袋", "咖 啡 豆 coffee 袋"],
  ["コーヒー กาแฟ", "コ ー ヒ ー ก า แ ฟ"],
  ["ＣＯＦＦＥＥ　２０", "coffee 20"],
  ["batteries pies lorries", "battery pie lorry"],
  ["houses", "house"],
  [7, ""],
  [null, ""],
  ["", ""],
  [`${"x".repeat(498)} abc`, `${"x".repeat(498)} a`],
])("%j is compared as %j", (value, expected) => expect(normaliseWords(value)).toBe(expected));

test("a map is compiled with normalised words, and its keywords by their first word", () => {
  expect(map).toMatchObject({ version: 3, minConfidence: 0.25, classes: [sack, drum, pallet] });
  expect([...map.emptyClasses]).toEqual(["empty"]);
  expect([...map.carriers]).toEqual(["pallet"]);
  expect([...map.classesByPackageCode]).toEqual([
    ["PX", pallet],
    ["SA", sack],
  ]);
  expect([...map.classesByHsCode]).toEqual([
    ["09", [drum]],
    ["0902", [drum, pallet]],
  ]);
  expect(map.lookAlikes).toEqual([{ class: "sack", takenFor: "drum", rate: 0.1 }]);
  expect([...map.classesByName]).toEqual([
    ["sack", sack],
    ["bag", sack],
    ["drum", drum],
    ["pallet", pallet],
  ]);
  expect([...map.phrases]).toEqual([
    [
      "green",
      [
        {
          words: ["green", "coffee"],
          meanings: [{ kind: "goods", entry: sack, phrase: "green coffee" }, { kind: "vague" }],
        },
      ],
    ],
    [
      "no",
      [
        { words: ["no", "good"], meanings: [{ kind: "empty" }] },
        { words: ["no"], meanings: [{ kind: "filler" }] },
      ],
    ],
    [
      "oil",
      [
        { words: ["oil", "lamp"], meanings: [{ kind: "exception" }] },
        { words: ["oil"], meanings: [{ kind: "goods", entry: drum, phrase: "oil" }] },
      ],
    ],
    ["coffee", [{ words: ["coffee"], meanings: [{ kind: "goods", entry: sack, phrase: "Coffee" }] }]],
    ["kaffee", [{ words: ["kaffee"], meanings: [{ kind: "goods", entry: sack, phrase: "Kaffee" }] }]],
    ["saecke", [{ words: ["saecke"], meanings: [{ kind: "package", entry: sack, phrase: "Säcke" }] }]],
  ]);
});

test("what a map does not state comes from the bundled map", () => {
  const {
    exceptions: _exceptions,
    vagueDescriptions: _vague,
    fillerWords: _filler,
    lookAlikes: _alike,
    ...old
  } = bundledMap;
  const compiled = compileMap(1, old);
  expect(compiled).toEqual({ ...compileMap(2, bundledMap), version: 1 });
});

test("of two classes with one package code the first has it", () => {
  const classes = [entry("a", { packageCodes: ["SA"] }), entry("b", { packageCodes: ["SA"] })];
  expect(compileMap(1, { ...bundledMap, classes }).classesByPackageCode.get("SA")?.name).toBe("a");
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
