import { categoryMap } from "@container-inspection/shared-schemas/category-map";
import { expect, test } from "vitest";
import { hsPacking } from "./hs-packing.ts";
import { bundledMap } from "./category-map.ts";
import { checkCategoryMap } from "../reading/category-map-rules.ts";

const codes = hsPacking.flatMap(([list]) => list.split(" "));
const names = new Set(bundledMap.classes.map(({ name }) => name));

test("the bundled map is a valid map", () => {
  expect(categoryMap.parse(JSON.parse(JSON.stringify(bundledMap)))).toEqual(bundledMap);
  expect(checkCategoryMap(bundledMap)).toEqual([]);
});

test("all 96 chapters of the HS have their usual packing", () => {
  const chapters = Array.from({ length: 97 }, (_, index) => String(index + 1).padStart(2, "0"));
  const wanted = chapters.filter((chapter) => chapter !== "77");
  expect(wanted).toHaveLength(96);
  expect(codes.filter((code) => code.length === 2).toSorted()).toEqual(wanted);
  const inMap = new Set(bundledMap.classes.flatMap(({ hsChapters }) => hsChapters));
  expect([...inMap].toSorted()).toEqual(wanted);
});

test("each code is listed once, under classes of the map", () => {
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect(codes.filter((code) => !/^(?:\d\d){1,3}$/.test(code))).toEqual([]);
  expect(hsPacking.flatMap(([, classes]) => classes.split(" ")).filter((name) => !names.has(name))).toEqual([]);
});

test("whole vehicles are vehicles, and their parts are not", () => {
  const vehicle = bundledMap.classes.find(({ name }) => name === "vehicle");
  const whole = ["8701", "8702", "8703", "8704", "8705", "8709", "8710", "8711", "8716"];
  expect(vehicle?.hsCodes?.filter((code) => code.startsWith("87"))).toEqual(expect.arrayContaining(whole));
  const parts = ["8706", "8707", "8708", "8714", "870990", "871690"];
  expect(vehicle?.hsCodes?.filter((code) => parts.includes(code))).toEqual([]);
  expect(codes).toEqual(expect.arrayContaining(parts));
});

test("parts of machines are goods in packages", () => {
  const parts = ["8409", "8431", "8448", "8466", "8473"];
  const classes = hsPacking.find(([list]) => list.startsWith("8409"));
  expect(classes?.[0].split(" ")).toEqual(expect.arrayContaining(parts));
  expect(classes?.[1]).toBe("carton crate");
});

test("codes that do not show how a package looks belong to no class", () => {
  const known = bundledMap.classes.flatMap(({ packageCodes }) => packageCodes);
  expect(["PK", "PC", "PP", "NE", "ZZ", "NA", "VL", "VO"].filter((code) => known.includes(code))).toEqual([]);
  expect(known.filter((code, index) => known.indexOf(code) !== index)).toEqual([]);
});

test("look-alikes are pairs of two classes, each once", () => {
  const pairs = (bundledMap.lookAlikes ?? []).map(({ class: name, takenFor }) => `${name} ${takenFor}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect((bundledMap.lookAlikes ?? []).filter((pair) => pair.class === pair.takenFor)).toEqual([]);
});

test("wine in containers of two litres or less is not in drums, wine in bulk may be", () => {
  expect(packingOf("220429")).toContain("drum");
  expect(packingOf("220421")).toBe("carton crate");
});

/** The usual packing of goods by the longest prefix of their code. */
function packingOf(code: string): string | undefined {
  const prefixes = [6, 4, 2].map((length) => code.slice(0, length));
  const found = prefixes.flatMap((prefix) => hsPacking.filter(([list]) => list.split(" ").includes(prefix)));
  return found[0]?.[1];
}
