import { describe, expect, test } from "vitest";
import { countDifferences, readSeals, sealKey } from "./read-seals.ts";

const read = (...raws: Record<string, unknown>[]) =>
  readSeals(raws.map((raw, index) => ({ line: index + 1, raw }))).map(({ lines, ...seal }) => ({
    ...seal,
    lines: lines.map(({ line }) => line),
  }));
const numbersOf = (...lines: Record<string, unknown>[]) => read(...lines).map(({ number }) => number);

test.each([
  ["ml-eu 1234567", "MLEU1234567"],
  ["№ é/7", "É7"],
  ["--", ""],
  [`${"1".repeat(40)}2`, "1".repeat(40)],
])("the seal number %j is compared as %j", (text, key) => expect(sealKey(text)).toBe(key));

test.each([
  ["MLEU1234567", "MLEU1234567", 0],
  ["MLEU1234567", "MLEU1234568", 1],
  ["MLEU1234567", "MLEU123457", 1],
  ["MLEU1234567", "MLEU1234576", 1],
  ["MLEU1234567", "ULEU1234569", 2],
])("%s and %s differ by %i", (one, other, steps) => expect(countDifferences(one, other)).toBe(steps));

describe("seal numbers of declared lines", () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ["a text", { sealNumber: " AB 12 " }, ["AB 12"]],
    ["a number", { sealNumber: 1234567 }, ["1234567"]],
    ["a list", { sealNumbers: ["AB12", 34] }, ["AB12", "34"]],
    ["a list in the field of one", { sealNumber: ["AB12", "CD34"] }, ["AB12", "CD34"]],
    ["as in a bill of lading", { seals: [{ number: "AB12", source: "CAR" }, { number: 34 }] }, ["AB12", "34"]],
    ["one object", { seals: { number: "AB12" } }, ["AB12"]],
    ["in all fields", { seals: ["C"], sealNumbers: "B", sealNumber: "A" }, ["A", "B", "C"]],
    ["nothing", {}, []],
    ["neither letters nor digits", { sealNumbers: ["--", " ", ""] }, []],
    ["something else", { sealNumber: null, sealNumbers: [true, null], seals: [{ number: {} }, {}] }, []],
  ])("are read from %s", (_what, raw, numbers) => expect(numbersOf(raw)).toEqual(numbers)); // prettier-ignore

  test("are listed once, as first written, with the lines that state them", () => {
    const lines = [{ sealNumber: "AB-12" }, { sealNumber: "X1" }, { sealNumbers: ["ab12", "AB 12"] }];
    expect(read(...lines)).toEqual([
      { number: "AB-12", key: "AB12", lines: [1, 3] },
      { number: "X1", key: "X1", lines: [2] },
    ]);
  });

  test("are at most fifty", () => {
    expect(numbersOf({ sealNumbers: Array.from({ length: 51 }, (_, index) => `S${index + 1}`) }).at(-1)).toBe("S50");
  });
});
