import { expect, test } from "vitest";
import { findNotUnderstood } from "./not-understood.ts";

const pathsOf = (fields: Record<string, unknown>) =>
  findNotUnderstood(fields).map(({ path, text }) => `${path}: ${text}`);

test("values that no reader understands are listed by their paths", () => {
  const goods = {
    hsCode: "see invoice",
    numberOfPackages: "12.5",
    grossWeight: { value: "21500", unit: "stones" },
    volume: "big",
    dangerousGoods: [{ unNumber: "1263" }, { unNumber: "petrol" }],
  };
  expect(pathsOf({ containerType: "BOX", weight: { gross: "heavy" }, declaredGoods: [{}, goods] })).toEqual([
    "weight.gross: heavy",
    "containerType: BOX",
    "declaredGoods.1.numberOfPackages: 12.5",
    "declaredGoods.1.grossWeight: 21500 stones",
    "declaredGoods.1.volume: big",
    "declaredGoods.1.hsCode: see invoice",
    "declaredGoods.1.dangerousGoods.unNumber: petrol",
  ]);
});

test("values as the trade writes them, empty ones and placeholders are understood", () => {
  const goods = {
    hsCode: "HS 0901.11",
    numberOfPackages: "1.200 CTNS",
    grossWeight: "21.500 KG",
    volume: "N/A",
    dangerousGoods: { unNumber: "UN No. 1263" },
  };
  expect(
    pathsOf({ containerType: "40HC", weight: { gross: "-", tare: 0 }, declaredGoods: [goods, "rice", null] }),
  ).toEqual([]);
  expect(pathsOf({ containerType: null, weight: null, declaredGoods: null })).toEqual([]);
});
