import type { CategoryClass } from "@container-inspection/shared-schemas/category-map";
import { expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "./compile-map.ts";
import { normaliseWords } from "./normalise-words.ts";

/** A class that states nothing that it may leave out. */
const entry = (name: string, more: Partial<CategoryClass> = {}): CategoryClass => ({
  name,
  plural: `${name}s`,
  aliases: [],
  keywords: [],
  hsChapters: [],
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
  ["MÖBEL und Säcke; Œuvre, Øl, Ærø", "moebel und saecke oeuvre ol aero"],
  ["café te\u0301 Mu\u0308ll", "cafe te muell"],
  // Two accents on one letter.
  ["Việt Nam", "viet nam"],
  ["咖啡豆 COFFEE袋", "咖 啡 豆 coffee 袋"],
  ["コーヒー กาแฟ", "コ ー ヒ ー ก า แ ฟ"],
  ["ＣＯＦＦＥＥ　２０", "coffee 20"],
  ["batteries pies lorries", "battery pie lorry"],
  ["priestly", "priestly"],
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
          meanings: [{ kind: "goods", entry: sack, phrase: "green coffee", isHeadFinal: true }, { kind: "vague" }],
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
        { words: ["oil"], meanings: [{ kind: "goods", entry: drum, phrase: "oil", isHeadFinal: true }] },
      ],
    ],
    [
      "coffee",
      [{ words: ["coffee"], meanings: [{ kind: "goods", entry: sack, phrase: "Coffee", isHeadFinal: true }] }],
    ],
    [
      "kaffee",
      [{ words: ["kaffee"], meanings: [{ kind: "goods", entry: sack, phrase: "Kaffee", isHeadFinal: true }] }],
    ],
    ["saecke", [{ words: ["saecke"], meanings: [{ kind: "package", entry: sack, phrase: "Säcke" }] }]],
  ]);
});

test("values missing in a map come from the bundled map", () => {
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
