import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMass, readVolume } from "./read-measures.ts";

const read = (value: number) => ({ kind: "read", value: expect.closeTo(value, 9) });
const unread = (text: string) => ({ kind: "not-understood", text });

describe("a mass", () => {
  test.each<[unknown, number]>([
    [{ value: 21_500, unit: "KGM" }, 21_500],
    [{ value: 47_400, unit: "LBR" }, 21_500.278_338],
    [{ value: "24,5", unit: "TNE" }, 24_500],
    [{ value: 245, unit: "DTN" }, 24_500],
    [{ value: 5, unit: "STN" }, 4535.9237],
    [{ value: 24_500 }, 24_500],
    [24_500, 24_500],
    ["24500", 24_500],
    ["24,5 TNE", 24_500],
    ["24.500 t", 24_500],
    ["24,500 DTN", 2_450],
    ["1,024,500 t", 1_024_500_000],
    [{ value: "24,5 t", unit: "" }, 24_500],
    [{ value: "24,5 t", unit: " " }, 24_500],
    [{ value: "24,5 t", unit: null }, 24_500],
    ["12 CWA", 544.310_844],
    ["12 CWI", 609.628_145_28],
    ["12 LTN", 12_192.562_905_6],
    ["12 oz", 0.340_194_277_5],
    [1e9, 1e9],
    ["1000000000", 1e9],
    [1e-6, 1e-6],
    ["24,500 kg", 24_500],
    ["24.500 KG", 24_500],
    ["24.500,75 kg", 24_500.75],
    ["24,500.75 kgs.", 24_500.75],
    ["1,024,500 kg", 1_024_500],
    ["1.024.500 kg", 1_024_500],
    ["7,500 kg", 7_500],
    ["7.500 kg", 7_500],
    ["1234,567 kg", 1234.567],
    ["1234.567 kg", 1234.567],
    ["1,2345 kg", 1.2345],
    ["1.2345 kg", 1.2345],
    [",5 kg", 0.5],
    ["  24500  kg ", 24_500],
    ["1’234 kg", 1_234],
    ["24 500 kg", 24_500],
    ["1'234,5 kg", 1234.5],
    ["0,500 kg", 0.5],
    ["12.75lb", 5.783_302_717_5],
    ["500 g", 0.5],
    ["18000千克", 18_000],
    [{ value: "18 500", unit: " m.t. " }, 18_500_000],
  ])("%j is %d kg", (value, kilograms) => expect(readMass(value)).toEqual(read(kilograms)));

  test.each([
    [undefined],
    [null],
    [""],
    [" \n"],
    [{}],
    [9e-7],
    [{ value: null, unit: "KGM" }],
    [0],
    [{ value: "0", unit: "KGM" }],
  ])("%j is absent", (value) => expect(readMass(value)).toEqual({ kind: "absent" }));

  test.each<[unknown, string]>([
    [{ value: 24, unit: "tons" }, "24 tons"],
    // The unit in the text contradicts the other one.
    [{ value: "47,000 LBS", unit: "KGM" }, "47,000 LBS KGM"],
    [{ value: 24, unit: "MTQ" }, "24 MTQ"],
    [{ value: -5, unit: "KGM" }, "-5 KGM"],
    [{ value: 1e10, unit: "KGM" }, "10000000000 KGM"],
    [{ value: 5, unit: "constructor" }, "5 constructor"],
    ["about 24 t", "about 24 t"],
    ["24,50,0 kg", "24,50,0 kg"],
    ["24,500,75 kg", "24,500,75 kg"],
    ["24.500.75 kg", "24.500.75 kg"],
    ["1,234,5678 kg", "1,234,5678 kg"],
    ["10000000000 kg", "10000000000 kg"],
    ["5 cwt", "5 cwt"],
    [`5 kg${" ".repeat(40)}net`, `5 kg${" ".repeat(40)}net`],
    [`5${" ".repeat(100)}t`, `5${" ".repeat(59)}`],
    ["heavy", "heavy"],
    [`1 ${"x".repeat(100)}`, `1 ${"x".repeat(58)}`],
    [{ value: { value: 5 } }, "a value that is neither a text nor a number"],
    [["24"], "a value that is neither a text nor a number"],
    [true, "a value that is neither a text nor a number"],
  ])("%j is not understood", (value, text) => expect(readMass(value)).toEqual(unread(text)));
});

test.each<[unknown, number]>([
  [{ value: 33.2, unit: "MTQ" }, 33.2],
  ["33,2 m³", 33.2],
  ["28,500 CBM", 28.5],
  [{ value: 1000, unit: "FTQ" }, 28.316_846_592],
  [{ value: "24,000", unit: "LTR" }, 24],
  ["5 hl", 0.5],
  ["24,500 hl", 2.45],
  ["1000 YDQ", 764.554_857_984],
  ["1000 INQ", 0.016_387_064],
  ["1000 cm³", 0.001],
  ["1000 GLL", 3.785_411_784],
  ["1000 GLI", 4.546_09],
  ["1000 BLL", 158.987_294_928],
  [12, 12],
])("the volume %j is %d m³", (value, cubicMetres) => expect(readVolume(value)).toEqual(read(cubicMetres)));

test("no value breaks the reading, and none is read as a negative or an infinite amount", () => {
  const amounts = fc.oneof(fc.anything(), fc.record({ value: fc.anything(), unit: fc.anything() }), fc.string());
  const isUsable = (value: unknown) => {
    const measure = readMass(value);
    return measure.kind !== "read" || (measure.value > 0 && measure.value < Number.POSITIVE_INFINITY);
  };
  expect(fc.check(fc.property(amounts, isUsable))).toMatchObject({ failed: false });
});
