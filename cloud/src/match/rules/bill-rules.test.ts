import { expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "../reading/compile-map.ts";
import { readDeclaredGoods } from "../reading/read-goods.ts";
import { checkBill, compactBill } from "./bill-rules.ts";

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
  expect(inEnglish(checkBill(own, others))).toEqual([
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

test.each([
  [5, "BOX0, BOX1, BOX2, BOX3, BOX4"],
  [7, "BOX0, BOX1, BOX2, BOX3, BOX4 and 2 more"],
])("%d containers are named as %s", (length, named) => {
  const others = Array.from({ length }, (_, index) => bill(`BOX${index}`, "1", coffee));
  expect(checkBill(bill("CSQU3054383", "1", coffee), others)[0]?.observed).toBe(named);
});

test.each([
  ["goods", { description: "Tea" }],
  ["HS code", { hsCode: "090112" }],
  ["package", { packageCode: "CT" }],
  ["number of packages", { numberOfPackages: 301 }],
  ["gross weight", { grossWeight: { value: 18_001, unit: "KGM" } }],
  ["volume", { volume: { value: 32, unit: "MTQ" } }],
  ["quantity", { quantity: 2 }],
])("lines of another %s are not the same", (_field, change) => {
  const line = {
    ...coffee,
    grossWeight: { value: 18_000, unit: "KGM" },
    volume: { value: 31, unit: "MTQ" },
    quantity: 1,
  };
  const own = bill("CSQU3054383", "1", line);
  expect(checkBill(own, [bill("MSKU9070323", "1", { ...line })])).toHaveLength(1);
  expect(checkBill(own, [bill("MSKU9070323", "1", { ...line, ...change })])).toEqual([]);
});

test("a number is compared by its letters and digits, in capitals", () => {
  expect(["hlcu-123 / a", null, undefined].map(compactBill)).toEqual(["HLCU123A", "", ""]);
});
