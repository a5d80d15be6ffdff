import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readFile } from "../../read-file.ts";
import { workbookOf } from "./testing.ts";

const read = (bytes: Uint8Array) => readFile(Buffer.from(bytes), { answers: {}, remembered: {}, maxRows: 50_000 });
const HEADER = ["B/L No", "Container", "ETA", "Goods", "HS", "Gross kg"];

describe("a workbook", () => {
  test("is read with its title, dates, numbers and formulas", async () => {
    const formula = { xml: '<c r="@"><f>F9+2230</f><v>20230.5</v></c>' };
    const date = { xml: '<c r="@" s="1"><v>46353</v></c>' };
    const file = await read(
      workbookOf({
        Manifest: [
          ["MANIFEST MSC ANNA 012W"],
          [],
          HEADER,
          ["B1", "CSQU3054383", date, "Coffee & tea", 90111, formula],
          [],
          ["B2", "TSTU1872536", "", "Toys", "950300", 9000],
        ],
      }),
    );
    expect(file).toMatchObject({
      format: "XLSX",
      details: 'sheet "Manifest"',
      problem: null,
      question: null,
      decimalMark: null,
    });
    expect(file.notes).toEqual([
      expect.stringContaining("MANIFEST MSC ANNA 012W"),
      expect.stringContaining('"ETA" is not imported'),
    ]);
    const { manifests = [] } = "manifests" in file ? file : {};
    expect(manifests.map(({ rows, fields }) => [rows.map(({ number, place }) => `${number} ${place}`), fields])).toEqual([
      [["4 row 4"], expect.objectContaining({ billOfLading: "B1", declaredGoods: [{ description: "Coffee & tea", hsCode: 90_111 }], weight: { gross: { value: 20_230.5, unit: "KGM" } } })],
      [["6 row 6"], expect.objectContaining({ billOfLading: "B2" })],
    ]); // prettier-ignore
    expect(manifests[0]?.rows[0].notUnderstood).toMatchObject([{ path: "ETA", text: "2026-11-27" }]);
  });

  test("is read by the first sheet with known columns; the others are named", async () => {
    const file = await read(
      workbookOf({
        Cover: [["To whom"], ["it concerns"]],
        Cargo: [
          ["B/L", "Goods"],
          ["B1", "Tea"],
        ],
      }),
    );
    expect(file).toMatchObject({ details: 'sheet "Cargo"', notes: ['The sheet "Cover" with 2 rows was not read.'] });
    expect("manifests" in file && file.manifests[0]?.rows[0].place).toBe("sheet Cargo, row 2");
  });

  test("fails rows whose cells have no value", async () => {
    const noValue = { xml: '<c r="@"><f>A1+1</f></c>' };
    const error = { xml: '<c r="@" t="e"><f>1/0</f><v>#DIV/0!</v></c>' };
    const file = await read(workbookOf({ S: [["B/L", "Gross kg"], ["B1", noValue], ["B2", error], ["B3", 5]] })); // prettier-ignore
    const errors =
      "manifests" in file ? file.manifests.map(({ rows: [row] }) => row.errors.map(({ message }) => message)) : [];
    expect(errors).toEqual([
      ["The cell B2 is a formula without a value. Open the file in a spreadsheet, save it, and send it again."],
      ["The cell B3 holds the error #DIV/0!."],
      [],
    ]);
  });

  test("that counts its dates from 1904 is read so, and named", async () => {
    const date = { xml: '<c r="@" s="1"><v>44891</v></c>' };
    const file = await read(
      workbookOf({ S: [["B/L", "ETA"], ["B1", date]] }, { workbookProperties: '<workbookPr date1904="1"/>' }),
    ); // prettier-ignore
    expect(file.notes[0]).toContain("from 1904");
    expect("manifests" in file && file.manifests[0]?.rows[0].notUnderstood[0]?.text).toBe("2026-11-27");
  });

  test("that names styles which it does not have is read without them", async () => {
    const styled = { xml: '<c r="@" s="7"><v>46353</v></c>' };
    const file = await read(workbookOf({ S: [["B/L", "Gross kg"], ["B1", styled]] })); // prettier-ignore
    expect("manifests" in file && file.manifests[0]?.fields?.weight).toEqual({ gross: { value: 46_353, unit: "KGM" } });
  });

  test("of 20,000 rows is read", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [
      `B${at}`,
      `Goods of ${at}, with a description of some length`,
      at,
    ]);
    const file = await read(workbookOf({ S: [["B/L", "Goods", "Gross kg"], ...rows] }));
    expect("manifests" in file && file.manifests.length).toBe(20_000);
  });
});

const ole2 = (text: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(500), Buffer.from(text, "utf16le")]);

describe("a file that is no workbook", () => {
  test.each<[string, Uint8Array, string]>([
    ["an encrypted workbook", ole2("EncryptedPackage"), "encrypted"],
    ["an old workbook", ole2("Workbook"), "old kind (.xls)"],
    ["a binary workbook", zipSync({ "xl/workbook.bin": strToU8("x") }), ".xlsb"],
    ["an OpenDocument file", zipSync({ "content.xml": strToU8("x") }), ".ods"],
    ["an archive", zipSync({ "manifest.csv": strToU8("x") }), "ZIP archive"],
    ["half a workbook", workbookOf({ S: [["B/L"], ["B1"]] }).subarray(0, 600), "damaged"],
    ["a workbook without rows", workbookOf({ S: [] }), "no sheet with rows"],
    [
      "a bomb",
      workbookOf({ S: [["B/L"], ["B1"]] }, { extra: { "xl/bomb.xml": new Uint8Array(80_000_000) } }),
      "unpacks to more than 60 MB",
    ],
    [
      "many files",
      zipSync(Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}.xml`, new Uint8Array(1)]))),
      "unpacks to more than",
    ],
  ])("is refused with its own sentence: %s", async (_what, bytes, problem) => {
    expect(await read(bytes)).toMatchObject({ format: "XLSX", problem: expect.stringContaining(problem) });
  });

  test("that lies about its size is read no further than the size it states", async () => {
    const bytes = workbookOf({ S: [["B/L"], ["B1"]] }, { extra: { "xl/bomb.xml": new Uint8Array(50_000_000) } });
    const lie = Buffer.from(bytes);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(50_000_000);
    for (let at = lie.indexOf(size); at >= 0; at = lie.indexOf(size, at + 1)) lie.writeUInt32LE(10, at);
    const file = await read(lie);
    expect(file.problem ?? "").not.toContain("60 MB");
  });
});
