import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { checkCategoryMap } from "./category-map-rules.ts";

const entry = (name: string, more: Partial<CategoryMap["classes"][number]> = {}): CategoryMap["classes"][number] => ({
  ...bundledMap.classes[0]!,
  name,
  plural: `${name}es`,
  aliases: [],
  packageWords: [],
  keywords: [],
  translations: {},
  ...more,
});
const mapOf = (more: Partial<CategoryMap>): CategoryMap => ({
  ...bundledMap,
  emptyClasses: ["empty"],
  emptyDeclarations: ["none"],
  exceptions: [],
  vagueDescriptions: [],
  fillerWords: [],
  classes: [entry("box")],
  ...more,
});

test("the map that comes with the service is sound", () => {
  expect(checkCategoryMap(bundledMap)).toEqual([]);
});

test("each word without a letter or digit is named with its place, and shared with no other", () => {
  const blank = mapOf({
    emptyClasses: ["empty", "-"],
    emptyDeclarations: ["?"],
    classes: [entry("box"), entry("!", { plural: ".", aliases: ["a", "+"], keywords: ["_"] }), entry("*")],
  });
  const message = "must hold a letter or a digit";
  expect(checkCategoryMap(blank)).toEqual([
    { path: "map.emptyClasses.1", message },
    { path: "map.emptyDeclarations.0", message },
    { path: "map.classes.1.name", message },
    { path: "map.classes.1.plural", message },
    { path: "map.classes.1.aliases.1", message },
    { path: "map.classes.1.keywords.0", message },
    { path: "map.classes.2.name", message },
  ]);
});

test("words of every list are checked", () => {
  const message = "must hold a letter or a digit";
  const { exceptions: _none, ...lists } = mapOf({
    vagueDescriptions: ["goods", "-"],
    fillerWords: ["?"],
    classes: [entry("box", { packageWords: ["."], translations: { de: ["Kiste", "!"], zh: ["箱"] } })],
  });
  expect(checkCategoryMap({ ...lists, exceptions: ["/"] })).toEqual([
    { path: "map.exceptions.0", message },
    { path: "map.vagueDescriptions.1", message },
    { path: "map.fillerWords.0", message },
    { path: "map.classes.0.packageWords.0", message },
    { path: "map.classes.0.translations.de.1", message },
  ]);
  const { packageWords: _words, translations: _translations, ...old } = entry("box");
  expect(checkCategoryMap({ ...lists, vagueDescriptions: [], fillerWords: [], classes: [old] })).toEqual([]);
});

test("a name, plural or alias that two classes share is named at the second, once, as it is compared", () => {
  const message = 'must not share the name "box" with another class';
  expect(checkCategoryMap(mapOf({ classes: [entry("box"), entry("crate", { aliases: ["BOX", "Box!"] })] }))).toEqual([
    { path: "map.classes.1", message },
  ]);
  expect(checkCategoryMap(mapOf({ classes: [entry("crate", { aliases: ["Boxes"] }), entry("box")] }))).toEqual([
    { path: "map.classes.1", message },
  ]);
  expect(
    checkCategoryMap(mapOf({ classes: [entry("crate", { plural: "box" }), entry("drum"), entry("box")] })),
  ).toEqual([{ path: "map.classes.2", message }]);
});

test("one class may have a name twice, and two classes may share a keyword", () => {
  const classes = [entry("box", { aliases: ["box"], keywords: ["tea"] }), entry("crate", { keywords: ["tea"] })];
  expect(checkCategoryMap(mapOf({ classes }))).toEqual([]);
});

test("a map has at most 5,000 words in all lists together", () => {
  // The fixed words: two empty ones, name and plural.
  const keywords = (count: number) =>
    mapOf({ classes: [entry("box", { keywords: Array<string>(count).fill("tea") })] });
  expect(checkCategoryMap(keywords(4_996))).toEqual([]);
  expect(checkCategoryMap(keywords(4_997))).toEqual([
    { path: "map", message: "must hold at most 5000 words in all lists together" },
  ]);
  const { exceptions: _none, ...withoutExceptions } = keywords(4_996);
  expect(checkCategoryMap(withoutExceptions)).toEqual([]);
});
