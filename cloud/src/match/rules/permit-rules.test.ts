import { expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledControlledGoods } from "../bundled/controlled-goods.ts";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";
import { checkPermits } from "./permit-rules.ts";

const map = compileMap(1, bundledMap);
const check = (line: Record<string, unknown>) => {
  const goods = readDeclaredGoods([line], map, 0);
  return checkPermits(goods.kind === "laden" ? goods.lines : [], bundledControlledGoods);
};
const rosewood = { description: "ROSEWOOD LOGS", hsCode: "440349" };

test("goods that need a permit are a question about the documents, with its source", () => {
  expect(inEnglish(check(rosewood))).toEqual([
    {
      rule: "permit-not-stated",
      severity: "warning",
      lane: "documents",
      declared: "ROSEWOOD LOGS",
      observed: null,
      lines: [1],
      explanation: ["Convention on International Trade in Endangered Species (CITES), appendices I to III"],
      message: "Line 1, ROSEWOOD LOGS, states “rosewood”, which may need a CITES permit; the line states no permit.",
    },
  ]);
  expect(check({ description: "Goods", hsCode: "29152400" })).toMatchObject([
    { message: expect.stringContaining("HS code 291524, which may need a licence for precursors of drugs") },
  ]);
});

test.each([
  ["other goods", { description: "PINE LOGS", hsCode: "440320" }],
  ["goods with a permit in a field", { ...rosewood, permitNumber: "CITES-4711" }],
  ["goods with a permit in the words", { ...rosewood, description: "ROSEWOOD LOGS, CITES PERMIT NO. GT-4711" }],
])("%s are none", (_name, line) => expect(check(line)).toEqual([]));

test("a field for a permit that states nothing is none", () => {
  expect(check({ ...rosewood, permitNumber: "N/A" })).toHaveLength(1);
});
