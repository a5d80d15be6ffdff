import { expect, test } from "vitest";
import { differencesOf, lineDifferences } from "./differences.ts";

const line = (description: string, hsCode = "1", numberOfPackages = 1) => ({ description, hsCode, numberOfPackages });

test("a change names the values inside of its field", () => {
  const before = { partyName: "Meyer", address: { city: "Hamburg" }, tags: ["a"] };
  const after = { partyName: "Meyer", address: { city: "Bremen", street: "Kai 1" } };
  expect(differencesOf({ field: "shipper", before, after })).toEqual([
    { path: "shipper.address.city", before: "Hamburg", after: "Bremen" },
    { path: "shipper.tags.1", before: "a", after: undefined },
    { path: "shipper.address.street", before: undefined, after: "Kai 1" },
  ]);
  expect(differencesOf({ field: "status", before: "DRAFT", after: "VALIDATED" })).toEqual([
    { path: "status", before: "DRAFT", after: "VALIDATED" },
  ]);
});

test("lines of goods are added, removed and changed in their places", () => {
  const before = [line("Coffee", "0901", 300), line("Tea", "0902"), line("Rice", "1006")];
  const after = [line("Paper", "4805"), line("Coffee", "0901", 280), line("Rice", "1006"), line("Rice", "1006")];
  expect(lineDifferences(before, after)).toEqual([
    { kind: "removed", line: 2, item: before[1] },
    { kind: "added", line: 1, item: after[0] },
    {
      kind: "changed",
      line: 2,
      item: after[1],
      differences: [{ path: "goods.numberOfPackages", before: "300", after: "280" }],
    },
    { kind: "added", line: 4, item: after[3] },
  ]);
});

test("lines that stay are no difference, also where their names are in another order", () => {
  expect(lineDifferences([{ a: 1, b: { c: 2, d: 3 } }], [{ b: { d: 3, c: 2 }, a: 1 }])).toEqual([]);
  expect(lineDifferences(null, [line("Coffee")])).toEqual([{ kind: "added", line: 1, item: line("Coffee") }]);
  const thousand = Array.from({ length: 1_000 }, (_, index) => line(`Goods ${index}`));
  expect(lineDifferences(thousand, thousand.toSpliced(500, 1))).toEqual([
    { kind: "removed", line: 501, item: thousand[500] },
  ]);
});
