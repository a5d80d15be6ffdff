import { describe, expect, test } from "vitest";
import { buildFields } from "./build-fields.ts";
import { findDecimalMark } from "./decimal-marks.ts";

const gross = (text: string) => new Map([["grossWeight", text]]);
const packages = (text: string) => new Map([["numberOfPackages", text]]);
const grossOf = (text: string, mark: "point" | "comma" | null = null) =>
  buildFields(gross(text), { mark, units: new Map() })["weight"];

describe("a weight in a cell", () => {
  test.each<[string, "point" | "comma" | null, unknown]>([
    ["24500", null, { value: 24_500, unit: "KGM" }],
    ["12.5", null, { value: 12.5, unit: "KGM" }],
    ["0.500", null, { value: 0.5, unit: "KGM" }],
    ["24.500,75", "comma", { value: "24.500,75", unit: "KGM" }],
    ["47,000 LBS", "point", { value: "47,000 LBS" }],
    // Its reader takes the sign for one of thousands, as the table shows it to be.
    ["24.500", "comma", { value: "24.500", unit: "KGM" }],
    ["24,500", "point", { value: "24,500", unit: "KGM" }],
    // The table shows decimals that its reader cannot know of: the sender's text stays beside the value.
    ["24.500", "point", { value: 24.5, unit: "KGM", text: "24.500" }],
    ["24,500", "comma", { value: 24.5, unit: "KGM", text: "24,500" }],
    ["24.500 LBS", "point", { value: "24.5000 LBS", text: "24.500 LBS" }],
  ])("%j with %s before decimals is stored as %j", (text, mark, expected) =>
    expect(grossOf(text, mark)).toEqual({ gross: expected }),
  );

  test("of a spreadsheet is a number already", () =>
    expect(buildFields(new Map([["grossWeight", 24.5]]), { mark: null, units: new Map() })).toEqual({
      weight: { gross: { value: 24.5, unit: "KGM" } },
    }));
});

test("a count keeps its text: there is no part of a package", () =>
  expect(buildFields(packages("1.200"), { mark: "point", units: new Map() })).toEqual({
    goods: { numberOfPackages: "1.200" },
  }));

describe("the sign before decimals", () => {
  test.each<["point" | "comma" | null, string[]]>([
    ["point", ["24.500", "12.5"]],
    ["point", ["24.500", "1234.567"]],
    ["point", ["24.500", "1,234.5"]],
    ["comma", ["24.500", "20.230,00"]],
    ["comma", ["24.500", "12,5"]],
    ["comma", ["24,500", "0,5"]],
    ["point", ["24500", "24.5 t"]],
    // No container weighs 24,500 tonnes.
    [null, ["24500", "24.500 t", "unknown", ""]],
  ])("is %s in %j", (mark, texts) => expect(findDecimalMark(texts.map(gross))).toEqual({ mark }));

  test.each([[["24.500"]], [["24.500", "21500"]], [["24,500", "30,000"]], [["24.500", "12.5", "12,5"]]])(
    "is not shown by %j",
    (texts) => expect(findDecimalMark(texts.map(gross))).toHaveProperty("unclear"),
  );

  test.each([
    ["1.200", "comma"],
    ["1,200", "point"],
  ])("is shown by a count of %s: its sign groups thousands", (count, mark) =>
    expect(findDecimalMark([gross("24.500"), packages(count)])).toEqual({ mark }),
  );
});
