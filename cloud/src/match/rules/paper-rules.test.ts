import { expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";
import { checkCounts, findVagueDescriptions } from "./paper-rules.ts";

const map = compileMap(1, bundledMap);
const find = (...descriptions: string[]) => {
  const goods = readDeclaredGoods(
    descriptions.map((description) => ({ description })),
    map,
    0,
  );
  return findVagueDescriptions(goods.kind === "laden" ? goods.lines : []);
};

test("a description that does not describe the goods is a warning on the documents", () => {
  expect(inEnglish(find("Coffee", "General cargo"))).toEqual([
    {
      rule: "vague-description",
      severity: "warning",
      lane: "documents",
      declared: "General cargo (line 2)",
      observed: null,
      message: "The description General cargo (line 2) does not identify the goods, and the line has no HS code.",
      lines: [2],
    },
  ]);
});

test("several are one finding, which names the first three", () => {
  const [finding] = find("FAK", "coffee", "STC", "goods");
  expect([finding?.message, finding?.lines]).toEqual([
    "The descriptions FAK (line 1), STC (line 3), goods (line 4) do not identify the goods, and their lines have no HS code.",
    [1, 3, 4],
  ]);
  expect(find("FAK", "STC", "goods", "cargo", "stuff")[0]?.declared).toBe(
    "FAK (line 1), STC (line 2), goods (line 3) and 2 more",
  );
  expect(find("FAK", "STC", "goods", "cargo")[0]?.declared).toBe(
    "FAK (line 1), STC (line 2), goods (line 3) and 1 more",
  );
});

test("described and unknown goods are no finding", () => expect(find("coffee", "qwertz")).toEqual([]));

test("a count of packages that is a weight is quoted, and not called a number", () => {
  const goods = readDeclaredGoods([{ description: "Coffee", numberOfPackages: "24 MT" }], map, 0);
  expect(checkCounts(goods.kind === "laden" ? goods.lines : [])).toMatchObject([
    {
      rule: "count-not-understood",
      message:
        "Line 1, Coffee, states “24 MT” packages, which is not understood as a number of packages, so they were not counted.",
    },
  ]);
});
