import { expect, test } from "vitest";
import { listNames, quantity } from "../english.ts";
import type { CompiledRules, DeclaredSide } from "./match-manifest.ts";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import {
  aboutLines,
  aboutManifest,
  describeLines,
  describePictures,
  describeSeen,
  doubtOf,
  evidenceOf,
  explanationsOf,
  formatPercent,
  formatProbability,
  nameLines,
} from "./finding-texts.ts";
import { createMatcher } from "./match-manifest.ts";
import { detect, lineOf, pictureOf, roundRules, showing } from "./testing.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => lineOf(index + 1, ["sack"]));

test("numbers have at most one decimal and no grouping", () => {
  expect([1, 0.25, 1234567.89, 0].map((value) => String(quantity(value)))).toEqual(["1", "0.3", "1234567.9", "0"]);
  expect([0.5, 0.979, 1].map((share) => String(formatPercent(share)))).toEqual(["50 %", "97.9 %", "100 %"]);
  expect([0.5, 0.999, 0.9991, 1].map((share) => String(formatProbability(share)))).toEqual([
    "50 %",
    "99.9 %",
    "above 99.9 %",
    "above 99.9 %",
  ]);
});

test("a finding names the manifest that it is about, which has an identifier in the service", () => {
  expect(aboutManifest("m1")).toEqual({ manifests: [{ manifestId: "m1", lines: [] }] });
  expect(aboutManifest(undefined)).toEqual({});
});

test("objects are counted in their plural, unless there is one", () => {
  const seen = (count: number) => String(describeSeen({ name: "box", plural: "boxes", count }));
  expect([0, 1, 1.5, 2].map(seen)).toEqual(["0 boxes", "1 box", "1.5 boxes", "2 boxes"]);
});

test("lists name three, and how many more", () => {
  expect(String(listNames([]))).toBe("");
  expect(String(listNames(["a", "b", "c"]))).toBe("a, b, c");
  expect(String(listNames(["a", "b", "c", "d", "e"]))).toBe("a, b, c and 2 more");
  expect(String(nameLines([4]))).toBe("line 4");
  expect(String(nameLines([4, 4]))).toBe("line 4");
  expect(String(nameLines([4, 2, 4, 7, 9]))).toBe("lines 4, 2, 7 and 1 more");
  expect(String(describeLines(lines(1)))).toBe("Line 1 (Goods 1)");
  expect(String(describeLines(lines(4)))).toBe("Lines 1, 2, 3 and 1 more (Goods 1, Goods 2, Goods 3 and 1 more)");
  expect(String(doubtOf([]))).toBe("");
  expect(String(doubtOf(lines(2)))).toBe(" Lines 1, 2 may explain it.");
});

test("a finding holds at most 50 lines, 50 objects and ten reasons", () => {
  expect(aboutLines(lines(51)).lines).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  const [one, many] = [showing(detect("drum", 2)), showing([...detect("sack", 30), ...detect("drum", 30)])];
  expect(evidenceOf(one, one.seen)).toEqual([{ scanId: "scan-1", detections: [0, 1] }]);
  expect(evidenceOf(many, many.seen)?.[0]?.detections).toEqual(Array.from({ length: 50 }, (_, index) => index));
  const classes = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
  expect(explanationsOf([lineOf(1, classes(9)), lineOf(2, classes(12))]).map(String)).toEqual([
    ...classes(9).map((name) => `word goods → ${name} (lines 1, 2)`),
    "word goods → c9 (line 2)",
  ]);
});

test("pictures together show of each class the most that one of them shows", () => {
  const [few, many] = [showing([...detect("drum", 2), ...detect("sack", 5)]), showing(detect("drum", 3))];
  expect(String(describePictures([few, many]))).toBe("3 drums, 5 sacks");
  expect(String(describePictures([many, few]))).toBe("3 drums, 5 sacks");
  expect(String(describePictures([showing([])]))).toBe("nothing");
});

const coffee = { description: "Coffee beans, green", packageCode: "SA", numberOfPackages: 100 };
const shoes = { description: "Shoes", packageCode: "CT", numberOfPackages: 40 };
const relics = { description: "Qwertz" };
const rules: CompiledRules = { version: 1, map: compileMap(7, bundledMap), ...roundRules };

/** Each finding as one line: severity, rule, declared, observed, sentence. */
function match(
  declaredGoods: unknown,
  detections: Parameters<typeof pictureOf>[0],
  more: Parameters<typeof pictureOf>[1] & { rest?: Partial<DeclaredSide>; sizeType?: string } = {},
) {
  const { rest = {}, sizeType = "22G1", ...facts } = more;
  const declared = { containerNumber: "CSQU3054383", containerType: null, status: "VALIDATED" as const, ...rest };
  const matcher = createMatcher([{ ...declared, declaredGoods }], rules);
  const { findings } = matcher({ containerNumber: "CSQU3054383", sizeType, pictures: [pictureOf(detections, facts)] });
  return findings.map((one) => [one.severity, one.rule, one.declared, one.observed, one.message].join(" | "));
}

const xray = { view: "xray-full" } as const;
const sacks = detect("sack", 100);
const drums = detect("drum", 3);

test.each<[string, () => string[]]>([
  ["documents", () => match([coffee], sacks, { rest: { containerNumber: "MSKU9070323", status: "DRAFT" } })],
  ["rejected, another length and type", () => match([coffee], sacks, { rest: { containerType: "42R1", status: "REJECTED" } })],
  ["a weapon", () => match([coffee], [...sacks, ...detect("weapon")])],
  ["laden but empty", () => match([coffee, shoes, relics], detect("empty"))],
  ["nothing recognised", () => match([coffee], [])],
  ["nothing recognised but faintly", () => match([coffee], detect("sack", 3, { confidence: 0.2 }))],
  ["from outside", () => match([coffee], sacks, { view: "exterior" })],
  ["in a tank", () => match([coffee, shoes], [], { sizeType: "22T1" })],
  ["empty but laden", () => match([], [...detect("drum", 2), ...detect("pallet"), ...detect("zebra")])],
  ["empty but one unsure thing", () => match([], detect("drum", 1, { confidence: 0.3 }))],
  ["empty but for dunnage", () => match([], detect("pallet"))],
  ["empty as declared", () => match([], [])],
  ["other goods", () => match([coffee, shoes], drums)],
  ["other goods, whole load", () => match([coffee, shoes], drums, xray)],
  ["other goods beside unknown ones", () => match([relics, coffee], [...sacks, ...drums])],
  ["a vehicle beside unknown goods", () => match([relics, coffee], [...sacks, ...detect("vehicle", 2)])],
  ["more than declared", () => match([coffee], detect("sack", 180))],
  ["more than declared, beside unknown goods", () => match([coffee, relics], detect("sack", 180))],
  ["one declared", () => match([{ ...shoes, numberOfPackages: 1 }], detect("carton", 9))],
  ["none declared", () => match([{ ...shoes, numberOfPackages: 0 }], detect("carton", 9))],
  ["two items of one class", () => match([shoes, { ...shoes, numberOfPackages: 10 }], detect("carton", 80))],
  ["fewer in view", () => match([shoes], detect("carton"))],
  ["fewer, whole load", () => match([shoes], detect("carton"), xray)],
  ["somewhat fewer, whole load", () => match([shoes], detect("carton", 33), xray)],
  ["not stated", () => match(null, [...detect("sack", 2), ...detect("drum")])],
  ["not stated, nothing seen", () => match(undefined, [])],
  ["unknown things on both sides", () => match([relics, { description: "Asdf" }], [...detect("zebra", 2), ...detect("yak")])],
])("findings: %s", (_name, run) => expect(run()).toMatchSnapshot()); // prettier-ignore
