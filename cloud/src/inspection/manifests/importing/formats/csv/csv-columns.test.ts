import { describe, expect, test } from "vitest";
import { buildFields, hasDecimalPoints } from "./csv-columns.ts";

const cells = (text: string) => new Map([["grossWeight", text]]);
const grossOf = (text: string, areDecimal = false) => buildFields(cells(text), areDecimal)["weight"];

describe("a number in a cell", () => {
  test.each<[string, unknown]>([
    ["24500", { gross: { value: 24_500, unit: "KGM" } }],
    ["12.5", { gross: { value: 12.5, unit: "KGM" } }],
    ["24.500,75", { gross: { value: "24.500,75", unit: "KGM" } }],
    // The point may group thousands: the text stays, and its reader decides.
    ["24.500", { gross: { value: "24.500", unit: "KGM" } }],
    ["0.500", { gross: { value: 0.5, unit: "KGM" } }],
    ["47,000 LBS", { gross: { value: "47,000 LBS" } }],
  ])("%j is stored as %j", (text, expected) => expect(grossOf(text)).toEqual(expected));

  test("keeps its decimals where the file shows that points stand before them", () => {
    expect(grossOf("24.500", true)).toEqual({ gross: { value: 24.5, unit: "KGM" } });
    expect(buildFields(new Map([["numberOfPackages", "1.200"]]), false)).toEqual({
      goods: { numberOfPackages: "1.200" },
    });
  });
});

test.each<[boolean, string[]]>([
  [true, ["24.500", "12.5"]],
  [true, ["24.500", "1234.567"]],
  [true, ["24.500", "1,234.5"]],
  [false, ["24.500"]],
  [false, ["24.500", "21500"]],
  [false, ["24.500", "20.230,00"]],
  [false, ["24.500", "12,5"]],
  // A file that contradicts itself shows nothing.
  [false, ["12.5", "12,5"]],
])("points stand before decimals: %s in %j", (expected, texts) =>
  expect(hasDecimalPoints(texts.map(cells))).toBe(expected),
);
