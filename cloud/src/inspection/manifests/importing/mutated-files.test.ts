import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fewOrMany } from "../../../../../deploy/testing/few-or-many.ts";
import { interchange } from "./formats/cuscar/testing.ts";
import { document } from "./formats/dcsa/testing.ts";
import { workbookOf } from "./formats/xlsx/testing.ts";
import type { JudgedFile } from "./import-file.ts";
import { readFile } from "./read-file.ts";

const read = (bytes: Buffer) => readFile(bytes, { answers: {}, remembered: {}, maxRows: 50_000 });

const HEADER = [
  "Konnossement",
  "Container-Nr.",
  "Warenbezeichnung",
  "Kolli",
  "Bruttogewicht",
  "Zolltarifnummer",
  "Farbe",
];
const ROWS = Array.from({ length: 12 }, (_, at) => [
  `HLCU${at % 9}`, "CSQU3054383", 'Kaffee, "grün" – Säcke', "1.200", "21.500,75", "0901.11", "rot",
]); // prettier-ignore
const quoted = (cell: string) => (/[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const CSV = [HEADER, ...ROWS].map((cells) => cells.map(quoted).join(";")).join("\r\n");
const JSON_LINES = ROWS.map(([billOfLading, containerNumber, description]) =>
  JSON.stringify({ billOfLading, containerNumber, declaredGoods: [{ description }], colour: "red" }),
).join("\n");

const CUSCAR = interchange(
  "BGM+785+R1+9",
  "TDT+20+012W+1++HLCU:172:20+++9321483:146:11:MSC ANNA:PA",
  ...["A1", "A2", "A3"].flatMap((bill, at) => [
    `CNI+${at + 1}+${bill}`,
    `RFF+BM:${bill}`,
    "NAD+CZ+++CAFE SA+RUA 1+SANTOS",
    "EQD+CN+CSQU3054383+22G1:102:5",
    `SEL+S${at}+CA`,
    `GID+${at + 1}+300:SA`,
    "FTX+AAA+++GREEN COFFEE BEANS",
    "MEA+AAE+G+KGM:18000",
    "SGP+CSQU3054383+300",
    "DGS+IMD+2.1+1950",
  ]),
);

/** Files of every format and encoding that is read. */
const files: Record<string, Buffer> = {
  "CSV in UTF-8": Buffer.from(CSV),
  "CSV in UTF-16": Buffer.from(`\uFEFF${CSV}`, "utf16le"),
  "CSV in Windows-1252": Buffer.from(CSV.replaceAll("–", "-"), "latin1"),
  "CSV with tabs": Buffer.from(CSV.replaceAll(";", "\t")),
  "JSON lines": Buffer.from(JSON_LINES),
  JSON: Buffer.from(`[${JSON_LINES.replaceAll("\n", ",\n")}]`),
  "EDIFACT CUSCAR": Buffer.from(CUSCAR),
  "DCSA bill of lading": Buffer.from(JSON.stringify(document)),
  XLSX: Buffer.from(workbookOf({ Manifest: [HEADER, ...ROWS], Other: [["x"]] })),
};

/** Bytes that have a meaning for some reader, and others. */
const byte = fc.oneof(
  fc.constantFrom(...Buffer.from("\"\r\n;,\t={}[]\\<>&'\0\uFEFF")),
  fc.integer({ min: 0, max: 255 }),
);
type Change = { at: number; kind: "set" | "insert" | "cut" | "repeat"; byte: number; length: number };
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom("set", "set", "insert", "cut", "repeat"),
  byte,
  length: fc.integer({ min: 1, max: 40 }),
});

function mutate(file: Buffer, changes: readonly Change[]): Buffer {
  let bytes = Buffer.from(file);
  for (const { at, kind, byte: one, length } of changes) {
    const place = Math.floor(at * bytes.length);
    const [before, part, after] = [
      bytes.subarray(0, place),
      bytes.subarray(place, place + length),
      bytes.subarray(place + length),
    ];
    if (kind === "set" && bytes.length > 0) bytes[Math.min(place, bytes.length - 1)] = one;
    if (kind === "insert") bytes = Buffer.concat([before, Buffer.of(one), part, after]);
    if (kind === "cut") bytes = Buffer.concat([before, after]);
    if (kind === "repeat") bytes = Buffer.concat([before, part, part, after]);
  }
  return bytes;
}

/** Rows with two outcomes or none: a manifest has its fields, or an error for each of its rows. */
function wrongRows(file: JudgedFile): string[] {
  if (file.problem !== null) return file.problem === "" ? ["no reason"] : [];
  const rows = file.manifests.flatMap((manifest) => manifest.rows);
  const twice = rows.filter(({ number }, at) => rows.findIndex((row) => row.number === number) !== at);
  const undecided = file.manifests.flatMap(({ rows: own, fields }) =>
    own.filter(({ errors }) => errors.length > 0 === (fields !== undefined)),
  );
  return [...twice, ...undecided].map(({ place }) => place);
}

describe.each(Object.entries(files))("a damaged file: %s", (_name, file) => {
  test("is read or refused, and each of its rows has one outcome", async () => {
    expect(wrongRows(await read(file))).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        expect(wrongRows(await read(mutate(file, changes)))).toEqual([]);
      }),
      { numRuns: fewOrMany(120, 3_000) },
    );
  });
});

/** Line numbers that a file accounts for: those of its rows, of its header, and of what stands above it. */
function namedLines(file: JudgedFile, header: number): Set<number> {
  const rows = file.problem === null ? file.manifests.flatMap((manifest) => manifest.rows) : [];
  const noted = file.notes.flatMap((note) => [...note.matchAll(/^The line (\d+) /g)].map(([, line]) => Number(line)));
  return new Set([header, ...noted, ...rows.map(({ number }) => number)]);
}

test("no line of a table vanishes, whatever stands in its cells", async () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from("aZ09 .,-/'\u0000ß字\u{1F600}")), maxLength: 12 }),
    fc.constantFrom("", "", "CSQU3054383", "HLCU1", "21.500", "1,5", "DRAFT"),
  );
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 9 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const lines = cells.map((row) => row.join(";"));
      const file = await read(Buffer.from([HEADER.join(";"), ...lines].join("\n")));
      if (file.problem !== null || file.question) return;
      const named = namedLines(file, 1);
      const lost = lines.flatMap((line, at) =>
        /[^;\s]/.test(line) && !named.has(at + 2) ? [`${at + 2}: ${line}`] : [],
      );
      expect(lost).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("no value of a row vanishes: it is in its manifest, in an error or in a remark", async () => {
  const token = fc.nat({ max: 99_999 }).map((number) => `tok${number}x`);
  const rows = fc.array(fc.tuple(token, token, token, token, token, token, token), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const file = await read(Buffer.from([HEADER, ...cells].map((row) => row.join(";")).join("\n")));
      const answer = JSON.stringify(file);
      const failed =
        file.problem === null ? file.manifests.filter(({ fields }) => !fields).flatMap((one) => one.rows) : [];
      const excused = new Set(failed.map(({ number }) => number));
      const lost = cells.flatMap((row, at) =>
        excused.has(at + 2) ? [] : row.filter((value) => !answer.includes(value)),
      );
      expect(lost).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
