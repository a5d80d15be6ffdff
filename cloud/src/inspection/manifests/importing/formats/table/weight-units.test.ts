import { expect, test } from "vitest";
import type { ReadOptions } from "../../format/format.ts";
import { readTable } from "./read-table.ts";

/** Reads a table with a bill of lading and one column of weights. */
function read(header: string, cells: (string | number)[], answers: ReadOptions["answers"] = {}) {
  const rows = [["B/L", header], ...cells.map((cell, index) => [`UNIT${index}`, cell])];
  const table = rows.map((row, index) => ({ number: index + 1, place: `row ${index + 1}`, cells: row }));
  const file = readTable(table, { answers, remembered: {}, maxRows: 100 }, {});
  if (!file.ok) throw new Error(file.problem);
  return { weights: file.manifests.map(({ fields }) => fields["weight"]), question: file.question };
}

test.each<[string, string | number, object]>([
  ["Gross weight (kg)", "24500", { value: 24_500, unit: "KGM" }],
  ["Gross weight (lbs)", "47000", { value: 47_000, unit: "LBR" }],
  ["Gross weight LBS", 47_000, { value: 47_000, unit: "LBR" }],
  ["Bruttogewicht [t]", "24,5", { value: "24,5", unit: "TNE" }],
  ["Gross Weight MT", "24.500", { value: "24.500", unit: "TNE" }],
  // A ton is of several weights: its reader does not understand it, and the row names it.
  ["Gross weight (tons)", "24.5", { value: 24.5, unit: "tons" }],
  ["Gross weight (lbs)", "24500 kg", { value: "24500 kg" }],
  ["Weight", "24500", { value: 24_500, unit: "KGM" }],
  ["grossWeight", "24.5", { value: 24.5, unit: "KGM" }],
])("a weight in the column %s has its unit: %s", (header, cell, gross) => {
  expect(read(header, [cell])).toEqual({ weights: [{ gross }], question: undefined });
});

test("weights too small for kilograms are read as their sender answers", () => {
  const asked = read("Weight", ["24.5", "18.25"]);
  expect(asked.weights).toEqual([]);
  expect(read("Gross weight", ["24.5"]).question).toMatchObject({ about: "weight-unit" });
  expect(asked.question).toMatchObject({ about: "weight-unit", message: expect.stringContaining('"24.5", "18.25"') });
  const answered = (weightUnit: "tonnes" | "kilograms") => read("Weight", ["24.5"], { weightUnit }).weights;
  expect(answered("tonnes")).toEqual([{ gross: { value: 24.5, unit: "TNE" } }]);
  expect(answered("kilograms")).toEqual([{ gross: { value: 24.5, unit: "KGM" } }]);
});

test("the sign before decimals is asked for first, and the unit after it where it still matters", () => {
  expect(read("Weight", ["21.500"]).question).toMatchObject({ about: "decimal-mark" });
  expect(read("Weight", ["21.500"], { decimalMark: "comma" }).question).toBeUndefined();
  expect(read("Weight", ["21.500"], { decimalMark: "point" }).question).toMatchObject({ about: "weight-unit" });
});
