import { describe, expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "./compile-map.ts";
import { readDangers } from "./read-dangerous-goods.ts";
import { readDeclaredGoods } from "./read-goods.ts";

const map = compileMap(1, bundledMap);
const read = (...lines: Record<string, unknown>[]) => {
  const goods = readDeclaredGoods(lines, map, 0);
  return readDangers(goods.kind === "laden" ? goods.lines : []);
};
const numbersOf = (...lines: Record<string, unknown>[]) => read(...lines).map(({ unNumber }) => unNumber);
const one = (dangerousGoods: Record<string, unknown>) => read({ dangerousGoods })[0];

test("a declaration is read with its line and its entry in the UN list", () => {
  const raw = { dangerousGoods: { unNumber: "UN1830", imoClass: "8", packingGroup: "PG II" } };
  expect(read({}, raw)).toEqual([
    {
      line: expect.objectContaining({ line: 2, raw }),
      unNumber: "1830",
      imoClass: "8",
      packingGroup: "II",
      entry: expect.objectContaining({ unNumber: "1830", name: "Sulphuric acid, more than 51 % acid" }),
    },
  ]);
});

test.each(["unNumber", "UNNumber", "unnumber", "UnNumber"])("a number is read under the name %s", (name) => {
  expect(one({ [name]: "1830", IMOClass: "8", packinggroup: 2 })).toMatchObject({
    unNumber: "1830",
    imoClass: "8",
    packingGroup: "II",
  });
});

describe("where dangerous goods are declared", () => {
  const [paint, acid] = [{ unNumber: "1263" }, { unNumber: "1830" }];
  test.each<[string, Record<string, unknown>, (string | undefined)[]]>([
    ["one object", { dangerousGoods: paint }, ["1263"]],
    ["a list of objects", { dangerousGoods: [paint, acid] }, ["1263", "1830"]],
    ["a text", { dangerousGoods: "UN1263, UN 1830" }, ["1263", "1830"]],
    ["a list of texts", { dangerousGoods: ["UN1263", "UN 1830"] }, ["1263", "1830"]],
    ["the description", { description: "Paint UN1263, acid UN 1830" }, ["1263", "1830"]],
    ["both: each number once", { description: "UN1263, UN1830, UN1830", dangerousGoods: paint }, ["1263", "1830"]],
    ["the same number twice in a list", { dangerousGoods: [paint, paint] }, ["1263", "1263"]],
    ["a class alone", { dangerousGoods: { imoClass: "3" } }, [undefined]],
    ["neither number nor class", { dangerousGoods: [{ packingGroup: "II" }, {}, null, 7, { unNumber: " " }] }, []],
    ["nothing", { description: "Paint" }, []],
  ])("%s", (_where, line, numbers) => expect(numbersOf(line)).toEqual(numbers)); // prettier-ignore

  test.each<[string, Record<string, unknown>, [string | undefined, string | undefined][]]>([
    ["beside the only number in the words", { description: "Paint UN1263", dangerousGoods: { imoClass: "3" } }, [["1263", "3"]]],
    ["beside two numbers", { description: "UN1263, UN1830", dangerousGoods: { imoClass: "3" } }, [[undefined, "3"], ["1263", undefined], ["1830", undefined]]],
    ["beside another class", { description: "UN1263", dangerousGoods: [{ imoClass: "3" }, { imoClass: "8" }] }, [[undefined, "3"], [undefined, "8"], ["1263", undefined]]],
    ["beside its own number", { description: "UN1263", dangerousGoods: [paint, { imoClass: "8" }] }, [["1263", undefined], [undefined, "8"]]],
  ])("a class alone %s", (_where, line, pairs) =>
    expect(read(line).map(({ unNumber, imoClass }) => [unNumber, imoClass])).toEqual(pairs)); // prettier-ignore

  test("of a long list the first fifty are read, of a long description the first 500 characters", () => {
    expect(numbersOf({ dangerousGoods: Array.from({ length: 51 }, () => paint) })).toHaveLength(50);
    expect(numbersOf({ description: `${"x".repeat(493)} UN1263 UN1830` })).toEqual(["1263"]);
    expect(numbersOf({ description: `${"x".repeat(494)} UN1263` })).toEqual([]);
  });
});

test.each([
  ["UN1263", ["1263"]],
  ["un 1263", ["1263"]],
  ["UN NO 1263", ["1263"]],
  ["UN No.: 1263", ["1263"]],
  ["UN-Nr. 1263", ["1263"]],
  ["UN-Nummer 1263", ["1263"]],
  ["UN NUMBER 1263", ["1263"]],
  ["UN#1263", ["1263"]],
  ["ONU 1263", ["1263"]],
  ["UN N° 1263", ["1263"]],
  ["ONU Nº1263", ["1263"]],
  ["(UN1263/UN1210)", ["1263", "1210"]],
  ["1263", []],
  ["UN 12634", []],
  ["UN 126", []],
  ["UN about 1263", []],
  ["UN x1263", []],
  ["FUN 1263", []],
])("the text %j holds the UN numbers %j", (description, numbers) => {
  expect(numbersOf({ description })).toEqual(numbers);
});

test.each([
  [1263, "1263"],
  [4, "0004"],
  ["4", "0004"],
  [" UN1263 ", "1263"],
  ["UN No.: 1263", "1263"],
  ["UN-Nr. 1263", "1263"],
  ["N° ONU 1263", "1263"],
  // Text that is not a number stays as written, for the message about it.
  ["many", "many"],
  ["12634", "12634"],
  ["1263 or 1866", "1263 or 1866"],
  ["1263.5", "1263.5"],
  ["x".repeat(31), "x".repeat(30)],
  ["", undefined],
  [null, undefined],
  [{}, undefined],
])("the UN number %j is read as %j", (unNumber, expected) => {
  expect(one({ unNumber, imoClass: "3" })?.unNumber).toBe(expected);
});

test.each([
  ["3", "3"],
  [3, "3"],
  [6.1, "6.1"],
  ["CLASS 3", "3"],
  ["class 12", "12"],
  ["IMO class: 5.1", "5.1"],
  ["Klasse 5.1", "5.1"],
  ["1.4S", "1.4"],
  ["1.4 s", "1.4 s"],
  ["8.0", "8"],
  ["6.1 (8)", "6.1"],
  ["5.1(6.1, 8)", "5.1"],
  ["3 (", "3 ("],
  // Former divisions of class 3.
  ["3.1", "3"],
  ["3.2", "3"],
  ["3.3", "3"],
  ["3.4", "3.4"],
  ["13.1", "13.1"],
  // Text that is not a class stays as written.
  ["liquid", "liquid"],
  ["3 or 8", "3 or 8"],
  ["3,8", "3,8"],
  ["123", "123"],
  [" ", undefined],
  [null, undefined],
])("the class %j is read as %j", (imoClass, expected) => {
  expect(one({ unNumber: 1263, imoClass })?.imoClass).toBe(expected);
});

test.each([
  ["I", "I"],
  ["ii", "II"],
  [" III ", "III"],
  [1, "I"],
  ["2", "II"],
  [3, "III"],
  ["PG II", "II"],
  ["PGIII", "III"],
  ["pg2", "II"],
  ["P.G. II", "II"],
  ["Packing group III", "III"],
  ["Verpackungsgruppe: 2", "II"],
  ["IIII", undefined],
  ["IV", undefined],
  ["II or III?", undefined],
  ["12", undefined],
  ["medium danger", undefined],
  ["Hawaii", undefined],
  ["none", undefined],
  [null, undefined],
])("the packing group %j is read as %j", (packingGroup, expected) => {
  expect(one({ unNumber: 1263, packingGroup })?.packingGroup).toBe(expected);
});
