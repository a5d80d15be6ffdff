import type { Detection } from "@container-inspection/shared-schemas";
import { expect, test } from "vitest";
import { bundledMap } from "../../category-map/bundled-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import { createMatcher, type DeclaredSide } from "./match-manifest.ts";

const map = compileMap(7, bundledMap);
const coffee = { description: "Coffee beans, green", hsCode: "090111", packageCode: "SA", numberOfPackages: 100 };
const shoes = { description: "Shoes", hsCode: "6403.99", packageCode: "CT", numberOfPackages: 40 };
const relics = { description: "Qwertz", hsCode: "000000" };

const seen = (className: string | null, quantity: number | null = 1, confidence: number | null = 0.9): Detection => {
  return { className, confidence, quantity, polygon: null, areaPercentage: null, volume: null };
};

/** Each finding as one line: severity, rule, declared, observed, sentence. */
function match(declaredGoods: unknown, detections: Detection[], rest: Partial<DeclaredSide> = {}, sizeType = "22G1") {
  const declared = { containerNumber: "CSQU3054383", containerType: "22G1", status: "VALIDATED" as const };
  const matcher = createMatcher({ ...declared, declaredGoods, ...rest }, map);
  const { findings } = matcher({ containerNumber: "CSQU3054383", sizeType, detections });
  return findings.map((one) => [one.severity, one.rule, one.declared, one.observed, one.message].join(" | "));
}

const items = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...coffee, description: `Coffee ${at}`, numberOfPackages: undefined }));

test.each<[string, () => string[]]>([
  ["documents", () => match([coffee], [seen("sack", 100)], { containerNumber: "MSKU9070323", status: "DRAFT" })],
  ["rejected, another length and type", () => match([coffee], [seen("sack", 100)], { containerType: "42R1", status: "REJECTED" })],
  ["another height", () => match([coffee], [seen("sack", 100)], {}, "25G1")],
  ["laden but empty", () => match([coffee, shoes, relics], [])],
  ["laden with four or more", () => match(items(5), [])],
  ["laden with three", () => match(items(3), [])],
  ["laden with unknown goods", () => match([relics], [])],
  ["empty but laden", () => match([], [seen("drum", 2), seen("pallet"), seen("zebra")])],
  ["empty but one unsure thing", () => match([], [seen("drum", 1, 0.3)])],
  ["empty but an unknown thing", () => match([], [seen("zebra")])],
  ["not observed", () => match([coffee, shoes], [seen("drum", 3)])],
  ["not observed, two of one class", () => match([coffee, { ...coffee, description: "Tea" }], [seen("drum", 1.25)])],
  ["perhaps hidden", () => match([coffee, shoes], [seen("drum", 4), seen("pallet", 2)])],
  ["perhaps declared", () => match([relics, coffee], [seen("sack", 100), seen("drum", 1)])],
  ["more than declared", () => match([coffee], [seen("sack", 133.33)])],
  ["fewer than declared", () => match([shoes], [seen("carton", 1)])],
  ["fewer, perhaps hidden", () => match([shoes], [seen("carton", 1), seen("pallet", 2)])],
  ["none declared of a class", () => match([{ ...shoes, numberOfPackages: 0 }], [seen("carton", 2)])],
  ["none declared, and one more is within the least", () => match([{ ...shoes, numberOfPackages: 0 }], [seen("carton", 0.1)])],
  ["two items of one class", () => match([shoes, { ...shoes, numberOfPackages: 10 }], [seen("carton", 70)])],
  ["an item without a count", () => match([shoes, { ...shoes, numberOfPackages: undefined }], [seen("carton", 70)])],
  ["not stated", () => match(null, [seen("sack", 2), seen("drum")])],
  ["not stated, nothing seen", () => match(undefined, [])],
  ["unknown things on both sides", () => match([relics, { description: "Asdf" }], [seen("zebra", 2), seen("yak")])],
  ["unknown things beside known ones", () => match([coffee], [seen("sack", 100), seen("zebra", 2)])],
])("findings: %s", (_name, run) => expect(run()).toMatchSnapshot()); // prettier-ignore
