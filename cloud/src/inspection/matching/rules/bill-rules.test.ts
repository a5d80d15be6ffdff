import { expect, test } from "vitest";
import { bundledMap } from "../../category-map/bundled-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";
import { checkBill } from "./bill-rules.ts";

const map = compileMap(1, bundledMap);
const coffee = { description: "Coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 300 };

function bill(containerNumber: string | null, billOfLading: string | null, ...goods: unknown[]) {
  const read = readDeclaredGoods(goods, map, 0);
  return { containerNumber, billOfLading, lines: read.kind === "laden" ? read.lines : [] };
}

test("one bill of lading with equal lines on several containers is a note", () => {
  const own = bill("CSQU3054383", "HLCU 123", coffee, { description: "Tea" });
  const others = [
    own,
    bill("MSKU9070323", "hlcu-123", { description: "TEA" }, coffee),
    bill("HLXU2008419", "HLCU123", coffee),
    bill("TGHU7599330", "HLCU124", coffee, { description: "Tea" }),
    bill(null, "HLCU123", coffee, { description: "Tea" }),
  ];
  expect(checkBill(own, others)).toEqual([
    {
      rule: "bill-on-several-containers",
      severity: "info",
      lane: "documents",
      declared: "HLCU 123",
      observed: "MSKU9070323, a container without number",
      message:
        "Bill of lading HLCU 123 declares the same lines for MSKU9070323, a container without number: check that each container holds goods of its own.",
    },
  ]);
});

test("no bill, no lines or no other container is none", () => {
  expect(checkBill(bill("CSQU3054383", null, coffee), [bill("MSKU9070323", null, coffee)])).toEqual([]);
  expect(checkBill(bill("CSQU3054383", "1"), [bill("MSKU9070323", "1")])).toEqual([]);
  expect(checkBill(bill("CSQU3054383", "1", coffee), [])).toEqual([]);
});

test("many containers are named in short", () => {
  const others = Array.from({ length: 7 }, (_, index) => bill(`BOX${index}`, "1", coffee));
  expect(checkBill(bill("CSQU3054383", "1", coffee), others)[0]?.observed).toBe(
    "BOX0, BOX1, BOX2, BOX3, BOX4 and 2 more",
  );
});
