import { expect, test } from "vitest";
import { failedRows } from "./failed-rows.ts";
import { guessColumns } from "./guess-columns.ts";
import { headerOf, mapRecords, mapTable } from "./map-rows.ts";
import type { Table } from "./import-file.ts";
import { readImportFile } from "./read-import-file.ts";
import { splitParts } from "./split-parts.ts";

const read = async (...parts: BlobPart[]) => {
  const file = await readImportFile(new Blob(parts));
  if ("problem" in file) throw new Error(file.problem);
  return file;
};
const tableOf = async (...parts: BlobPart[]): Promise<Table> => {
  const { content } = await read(...parts);
  if (content.kind !== "table") throw new Error("no table");
  return content;
};

test("CSV is read with any separator; its lines and problems of single rows are reported", async () => {
  const { format, content } = await read(
    '\uFEFFBill;"Goods; all";\r\nB1;"Tea\r\nand ""cups""";\r\n\r\nB2;a"b;\r\nB3;Rice;\r\n',
  );
  expect([format, content]).toEqual([
    "CSV, separated by semicolons",
    {
      kind: "table",
      header: ["Bill", "Goods; all"],
      rows: [
        { line: 2, cells: ["B1", 'Tea\nand "cups"', ""] },
        { line: 5, problem: "The row has a quotation mark inside a field without quotes." },
        { line: 6, cells: ["B3", "Rice", ""] },
      ],
    },
  ]);
  expect((await tableOf('Bill,Goods\nB1,Tea\nB2,"Rice\nB3,Salt\n')).rows).toMatchObject([
    { line: 2, cells: ["B1", "Tea"] },
    { problem: expect.stringContaining("nothing after it was read") },
  ]);
});

test("other encodings are read, and workbooks are explained", async () => {
  const windows = await read(new Uint8Array([...Buffer.from("Bill,Shipper\nB1,M"), 0xfc, ...Buffer.from("ller")]));
  expect(windows.content.rows).toEqual([{ line: 2, cells: ["B1", "Müller"] }]);
  expect(windows.notes).toEqual([expect.stringContaining("Windows-1252")]);
  const wide = Buffer.from("\uFEFFBill\tShipper\nB1\tMüller", "utf16le");
  expect((await tableOf(new Uint8Array(wide))).rows).toEqual([{ line: 2, cells: ["B1", "Müller"] }]);
  expect(await readImportFile(new Blob(["PK\u0003\u0004"]))).toEqual({ problem: expect.stringContaining("CSV UTF-8") });
  expect(await readImportFile(new Blob([" \n"]))).toEqual({ problem: "The file is empty." });
});

test("JSON is manifests line by line with all digits, or a table where its names are others", async () => {
  const list = await read(
    '[\n{"billOfLading":"]},{\\"",\n"weight":{"gross":12345678901234567890}},\n\n5, {"status":"DRAFT"}\n]',
  );
  expect([list.format, list.content]).toEqual([
    "JSON",
    {
      kind: "records",
      rows: [
        {
          line: 2,
          text: '{"billOfLading":"]},{\\"", "weight":{"gross":12345678901234567890}}',
          value: expect.anything(),
        },
        { line: 5, problem: "The line must be a JSON object." },
        { line: 5, text: '{"status":"DRAFT"}', value: { status: "DRAFT" } },
      ],
    },
  ]);
  const lines = await read('{"billOfLading":"B1"}\n\nnope\n{"billOfLading":"B2"}\n');
  expect(lines.format).toBe("JSON lines");
  expect(lines.content.rows.map(({ line }) => line)).toEqual([1, 3, 4]);
  expect(await tableOf('[{"bill":"B1","qty":90},{"bill":123456789012345678}]')).toEqual({
    kind: "table",
    header: ["bill", "qty"],
    rows: [
      { line: 1, cells: ["B1", "90"] },
      { line: 1, cells: ["123456789012345678", ""] },
    ],
  });
  expect(await readImportFile(new Blob(["[1,"]))).toEqual({ problem: expect.stringContaining("not valid JSON") });
});

test("columns are guessed by their names, or by container numbers in them, and never twice", () => {
  const guess = (...header: string[]) => guessColumns({ kind: "table", header, rows: [{ line: 2, cells: header.map(() => "CSQU 305438-3") }] }); // prettier-ignore
  expect(
    guess("B/L No.", "Cntr No", "Commodity", "HS Code", "Pkgs", "Gross Weight (kg)", "Shipper", "bill_of_lading"),
  ).toEqual([
    undefined,
    "containerNumber",
    "goodsDescription",
    "hsCode",
    "numberOfPackages",
    "grossWeight",
    "shipperName",
    "billOfLading",
  ]);
  expect(guess("Bill of lading", "Kiste", "Bemerkung")).toEqual(["billOfLading", "containerNumber", undefined]);
});

const table: Table = {
  kind: "table",
  header: ["Bill", "Box", "State", "Goods", "Note"],
  rows: [
    { line: 2, cells: ["B1", "CSQU3054383", "validated", 'Tea, "green"', "x"] },
    { line: 3, cells: ["B2", "?", "LOST", "Rice", ""] },
    { line: 4, cells: ["B1", "CSQU 305438-3", "", "Salt\nand pepper", ""] },
    { line: 6, cells: ["B3", "BOX1"] },
    { line: 7, cells: ["B3", "BOX1", "", "Tea", ""] },
    { line: 8, cells: ["", "", "", "", "only a note"] },
  ],
};
const mapping = ["billOfLading", "containerNumber", "status", "goodsDescription", undefined];

test("rows are mapped, with the problems that the service will reject", () => {
  const rows = mapTable(table, mapping);
  expect(rows.map(({ text }) => text)).toEqual([
    'B1,CSQU3054383,VALIDATED,"Tea, ""green"""',
    "B2,?,LOST,Rice",
    'B1,CSQU 305438-3,,"Salt\nand pepper"',
    undefined,
    undefined,
    undefined,
  ]);
  expect(rows.map(({ problems }) => problems.join(" "))).toEqual([
    "",
    expect.stringMatching(/^Container number must be 1 to 64 .* Status must be one of DRAFT, .*\.$/),
    "",
    "The row has 2 fields, the first row names 5.",
    "Line 6 of the same manifest cannot be sent, so none of it is.",
    "The row has no value in the imported columns.",
  ]);
  const records = mapRecords({ kind: "records", rows: [{ line: 1, text: "{}", value: { billOfLading: 5 } }] });
  expect(records[0]?.problems).toEqual([expect.stringContaining("Bill of lading")]);
});

test("rows that were not imported can be copied with their problems", () => {
  const failed = [
    { line: 4, problems: ["Wrong.", "Bad."] },
    { line: 6, problems: ["Short."] },
  ];
  expect(failedRows(table, failed).split("\n")).toEqual([
    "Bill\tBox\tState\tGoods\tNote\tProblem",
    "B1\tCSQU 305438-3\t\tSalt and pepper\t\tWrong. Bad.",
    "B3\tBOX1\t\t\t\tShort.",
  ]);
  const rows = [1, 2].map((line) => ({ line, text: `{"line":${line}}`, value: {} }));
  expect(failedRows({ kind: "records", rows }, [{ line: 2, problems: [] }])).toBe('{"line":2}');
});

test("parts keep the rows of one manifest together, and know the line of each row", () => {
  const rows = mapTable(table, mapping);
  const { parts, tooLarge } = splitParts(rows, headerOf(mapping), { lines: 2, bytes: 1_000 });
  expect(tooLarge).toEqual([]);
  expect(parts.map(({ body }) => body.split("\n")[0])).toEqual(Array(2).fill("billOfLading,containerNumber,status,goodsDescription")); // prettier-ignore
  expect(parts.map((part) => part.rows.map(({ line }) => line))).toEqual([[2, 4], [3]]);
  expect([1, 2, 3, 4, 5].map((line) => parts[0]?.rowAt(line)?.line)).toEqual([undefined, 2, 4, 4, 4]);
  expect(splitParts(rows, headerOf(mapping), { lines: 1, bytes: 1_000 }).tooLarge.map(({ line }) => line)).toEqual([
    2, 4,
  ]);
  const small = splitParts(rows, headerOf(mapping), { lines: 10, bytes: 90 });
  for (const { body } of small.parts) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(90);
});
