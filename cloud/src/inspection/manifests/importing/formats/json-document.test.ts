import { expect, test } from "vitest";
import { readFile } from "../read-file.ts";

const read = (text: string, maxRows = 50_000) => readFile(Buffer.from(text), { answers: {}, remembered: {}, maxRows });
const rowsOf = (file: Awaited<ReturnType<typeof read>>) =>
  "manifests" in file
    ? file.manifests.flatMap(({ rows }) =>
        rows.map(({ place, errors }) => [place, ...errors.map((one) => one.message)]),
      )
    : file.problem;

test("a list of manifests has one row for each item", async () => {
  const file = await read(
    '\uFEFF[{"billOfLading":"B1","weight":{"gross":{"value":5,"unit":"KGM"}}},\n {"colour":"red"}, 5]',
  );
  expect(file).toMatchObject({ format: "JSON", problem: null });
  expect(rowsOf(file)).toEqual([
    ["item 1"],
    ["item 2", "The row states neither a container number nor a bill of lading nor goods."],
    ["item 3", "The item must be a JSON object."],
  ]);
  expect("manifests" in file && file.manifests[2]?.rows[0].cells).toEqual(["5"]);
});

test("one manifest that has several lines is one row", async () => {
  const file = await read('{\n  "billOfLading": "B1"\n}\n');
  expect([file.format, rowsOf(file)]).toEqual(["JSON", [["item 1"]]]);
});

test.each([
  ['{"billOfLading":"B1"}\n{"billOfLading":"B2"}\n', [["line 1"], ["line 2"]]],
  ['{"billOfLading"\n{"billOfLading":"B2"}\n', [["line 1", "The line is not JSON."], ["line 2"]]],
])("an object on each line of %j is a manifest by itself", async (text, rows) => {
  const file = await read(text);
  expect([file.format, rowsOf(file)]).toEqual(["JSON lines", rows]);
});

test("one manifest of several lines that is cut off is refused as a whole", async () => {
  expect(await read('{\n  "billOfLading": "B1",\n')).toMatchObject({
    format: "JSON",
    problem: "The file is not JSON.",
  });
});

test("a list that is cut off, and one with too many items, are refused", async () => {
  expect(await read('[{"billOfLading":"B1"},')).toMatchObject({ format: "JSON", problem: "The file is not JSON." });
  expect((await read("[{},{},{}]", 2)).problem).toContain("more than 2");
});
