import type { CategoryClass } from "@container-inspection/shared-schemas/category-map";
import { expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "./compile-map.ts";
import { normaliseWords } from "./normalise-words.ts";
import { readDescription } from "./read-description.ts";

const entry = (name: string, more: Partial<CategoryClass>): CategoryClass => ({
  name,
  plural: `${name}s`,
  carrier: false,
  aliases: [],
  keywords: [],
  packageCodes: [],
  hsChapters: [],
  ...more,
});

/** Shoes come in cartons and "cartons" are the package; samples suggest cartons and describe nothing. */
const map = compileMap(1, {
  ...bundledMap,
  classes: [
    entry("carton", { keywords: ["shoes", "samples", "box sets"], packageWords: ["cartons", "box sets"] }),
    entry("sack", { keywords: ["green coffee", "coffee", "tea"] }),
  ],
  emptyDeclarations: ["empty", "mt"],
  exceptions: ["coffee table"],
  vagueDescriptions: ["goods", "samples"],
  fillerWords: ["container", "green"],
});
const read = (description: string) => {
  const { kind, goods, packages } = readDescription(normaliseWords(description), map);
  const named = (classes: ReadonlyMap<CategoryClass, string>) =>
    [...classes].map(([{ name }, phrase]) => `${phrase} → ${name}`);
  return { kind, goods: named(goods), packages: named(packages) };
};

test.each<[string, string]>([
  ["shoes", "described"],
  ["goods: shoes", "described"],
  ["coffee table", "described"],
  ["qwertz", "described"],
  ["goods, qwertz", "described"],
  ["", "described"],
  ["goods", "vague"],
  ["container", "vague"],
  ["cartons", "vague"],
  // A phrase of several meanings: goods and package describe, goods that are vague as well do not.
  ["box sets", "described"],
  ["samples", "vague"],
  ["empty", "empty"],
  ["empty green container", "empty"],
  ["empty goods", "vague"],
  ["empty cartons", "described"],
  ["empty shoes", "described"],
  ["empty qwertz", "perhaps-empty"],
  ["qwertz empty", "described"],
])("%j is %s", (description, kind) => expect(read(description).kind).toBe(kind));

test.each<[string, string]>([
  ["goods 400", "vague"],
  ["goods 20ft", "vague"],
  ["goods MSKU9070323", "vague"],
  ["goods mk2", "described"],
  ["goods MSKU90703234", "described"],
  ["goods AMSKU9070323", "described"],
  // Metric tons after a number, else "empty".
  ["mt", "empty"],
  ["container mt", "empty"],
  ["24 mt", "vague"],
  ["24 mt goods", "vague"],
  ["24 goods mt", "vague"],
  ["24 container mt", "empty"],
  ["24 mt mt", "empty"],
  // Only that unit: other words after a number describe the goods.
  ["24 qwertz", "described"],
])("numbers and their units: %j is %s", (description, kind) => expect(read(description).kind).toBe(kind));

test("the longest phrase at each place counts and hides the shorter ones in it", () => {
  expect(read("green coffee")).toMatchObject({ goods: ["green coffee → sack"] });
  expect(read("coffee table, tea")).toMatchObject({ goods: ["tea → sack"] });
  expect(read("green tea, coffee")).toMatchObject({ goods: ["tea → sack"] });
});

test("goods and packages are named apart, each class by the first phrase that names it", () => {
  expect(read("20 cartons of tea and coffee, shoes")).toEqual({
    kind: "described",
    goods: ["shoes → carton", "tea → sack"],
    packages: ["cartons → carton"],
  });
});
