import { expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { detect, lineOf, settings, showing } from "./testing.ts";
import { findUnknownGoods, reportGoodsNotStated } from "./unknown-rules.ts";

test("goods and objects that the category map does not know are named; objects are a warning", () => {
  const lines = [lineOf(1, ["sack"]), lineOf(2, [], { label: "Qwertz" }), lineOf(3, ["sack"], { kind: "vague" })];
  const pictures = [showing(detect("sack")), showing([...detect("sack"), ...detect("zebra", 2), ...detect(null)])];
  expect(inEnglish(findUnknownGoods(lines, pictures, settings.rules))).toEqual([
    {
      rule: "declared-goods-unknown",
      severity: "info",
      lane: "cargo",
      declared: "Qwertz",
      observed: null,
      lines: [2],
      message: "Line 2 (Qwertz) was not compared with the pictures: the category map has no entry.",
    },
    {
      rule: "observed-goods-unknown",
      severity: "warning",
      lane: "cargo",
      declared: null,
      observed: "2 objects of class zebra, 1 unnamed object",
      evidence: [{ scanId: "scan-1", detections: [1, 2, 3] }],
      message:
        "The picture shows 2 objects of class zebra, 1 unnamed object, not compared with the manifest: the category map has no entry.",
    },
  ]);
});

test("an object that no alert reports for want of confidence is named as unknown", () => {
  const find = (...confidences: number[]) => {
    const weapons = confidences.flatMap((confidence) => detect("weapon", 1, { confidence }));
    return findUnknownGoods([], [showing(weapons)], settings.rules).map(({ observed }) => observed);
  };
  expect(find(0.39)).toEqual(["1 weapon"]);
  expect(find(0.4)).toEqual([]);
  expect(find(0.39, 0.4)).toEqual([]);
  expect(findUnknownGoods([], [showing(detect("seal", 1, { confidence: 0.3 }))], settings.rules)).toEqual([]);
});

test("several lines are named together, and none where the map knows all", () => {
  const [finding] = findUnknownGoods([lineOf(1, []), lineOf(4, [])], [], settings.rules);
  expect(finding?.message).toBe(
    "Lines 1, 4 (Goods 1, Goods 4) were not compared with the pictures: the category map has no entry.",
  );
  expect(findUnknownGoods([lineOf(1, ["sack"])], [showing(detect("drum"))], settings.rules)).toEqual([]);
});

test("36: goods that are not stated leave the pictures without a comparison", () => {
  expect(inEnglish(reportGoodsNotStated([showing([...detect("sack", 2), ...detect("drum")])]))).toEqual({
    rule: "goods-not-stated",
    severity: "info",
    lane: "cargo",
    declared: null,
    observed: "2 sacks, 1 drum",
    message: "The manifest does not state its goods, so they could not be compared; the picture shows 2 sacks, 1 drum.",
  });
  expect(reportGoodsNotStated([showing([]), showing([])]).message).toBe(
    "The manifest does not state its goods, so they could not be compared; the pictures show nothing.",
  );
});
