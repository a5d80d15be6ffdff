import { expect, test } from "vitest";
import { describeAmended, describeDeclared } from "./amended-content-rules.ts";

const coffee = { description: "Green coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 300 };
const oil = { description: "Lubricating oil", packageCode: "DR", numberOfPackages: 20, sealNumber: "ML-1" };
const [COFFEE, OIL] = [
  "Green coffee (hsCode 090111, packageCode SA, numberOfPackages 300)",
  "Lubricating oil (packageCode DR, numberOfPackages 20, sealNumber ML-1)",
];

test("a line that is missing afterwards is named with all its values, wherever the others stand now", () => {
  expect(String(describeAmended({ declaredGoods: [oil, coffee] }, { declaredGoods: [coffee] }))).toBe(
    ` Removed: line 1, ${OIL}.`,
  );
  expect(String(describeAmended({ declaredGoods: [coffee, oil] }, { declaredGoods: [oil, coffee] }))).toBe("");
  expect(String(describeAmended({ declaredGoods: [coffee, coffee] }, { declaredGoods: [coffee] }))).toBe(
    ` Removed: line 2, ${COFFEE}.`,
  );
  expect(String(describeAmended({ declaredGoods: [coffee] }, { declaredGoods: null }))).toBe(
    ` Removed: line 1, ${COFFEE}.`,
  );
});

test("a line that another one replaces, and a new one, are named", () => {
  const { sealNumber: _sealNumber, ...unsealed } = oil;
  expect(String(describeAmended({ declaredGoods: [coffee, oil] }, { declaredGoods: [coffee, unsealed, {}] }))).toBe(
    ` Replaced: line 2, ${OIL} by line 2, Lubricating oil (packageCode DR, numberOfPackages 20). Added: line 3.`,
  );
});

test("weights and references that were removed, replaced or added are named by their place", () => {
  const before = {
    billOfLading: "BL-1",
    weight: { gross: { value: 12_300, unit: "KGM" }, vgm: { value: 14_500, unit: "KGM" } },
    shipper: { partyName: "Alpha" },
  };
  const after = {
    billOfLading: "BL-2",
    weight: { gross: { value: 900, unit: "KGM" } },
    consignee: { partyName: "Beta" },
  };
  expect(String(describeAmended(before, after))).toBe(
    " Removed: weight.vgm.value 14500; weight.vgm.unit KGM; shipper.partyName Alpha." +
      " Replaced: billOfLading BL-1 by BL-2; weight.gross.value 12300 by 900. Added: consignee.partyName Beta.",
  );
});

test("what the service itself writes is not declared, and long values and lists end", () => {
  expect(String(describeAmended({ containerId: "c1", updatedAt: "1" }, { containerId: "c2", updatedAt: "2" }))).toBe(
    "",
  );
  expect(String(describeAmended({ billOfLading: `A\n${"B".repeat(100)}` }, {}))).toBe(
    ` Removed: billOfLading A ${"B".repeat(77)}….`,
  );
  const lines = Array.from({ length: 103 }, (_, index) => ({ description: `Goods ${index}` }));
  expect(String(describeAmended({ declaredGoods: lines }, {}))).toMatch(/line 100, Goods 99 and 3 more\.$/);
});

test("the goods of a manifest are named line by line; values of another form are passed over", () => {
  expect(String(describeDeclared([coffee, "?", oil]))).toBe(`line 1, ${COFFEE}; line 2, ${OIL}`);
  for (const none of [null, "text", []]) expect(String(describeDeclared(none))).toBe("");
});
