import { expect, test } from "vitest";
import { readMass } from "../../../match/reading/read-measures.ts";
import { workbookOf } from "./formats/xlsx/testing.ts";
import { readFile } from "./read-file.ts";

/** Names of the same eight columns as files of a language have them. */
const headers: Record<string, string> = {
  English: "B/L No|Container|Shipper|Description of goods|HS code|Pkgs|Gross weight (kg)|Seal no",
  Spanish:
    "Conocimiento de embarque|Contenedor|Embarcador|Descripción|Partida arancelaria|Bultos|Peso bruto (kg)|Precinto",
  Portuguese: "Conhecimento|Contêiner|Exportador|Descrição|NCM|Volumes|Peso bruto (kg)|Lacre",
  French: "Connaissement|Conteneur|Expéditeur|Désignation des marchandises|Code SH|Colis|Poids brut (kg)|Scellé",
  German: "Konnossement|Behälter|Absender|Warenbezeichnung|Zolltarifnummer|Packstücke|Bruttogewicht (kg)|Siegel",
  Turkish: "Konşimento|Konteyner|Gönderici|Eşya Tanımı|GTİP|Kap Adedi|Brüt Ağırlık (kg)|Mühür",
  Chinese: "提单号|箱号|发货人|品名|HS编码|件数|毛重 (kg)|铅封号",
};
const notInWindows1252 = new Set(["Turkish", "Chinese"]);

/** Rows with a comma before decimals, and with a point. */
const marks: Record<string, string[][]> = {
  comma: [
    ["B1", "CSQU3054383", "Müller & Söhne", "Café, en sacs", "090111", "300", "18.000,5", "S1"],
    ["B2", "MSKU0000006", "Acme", "Steel bolts", "731815", "12", "7.250,75", "S2"],
  ],
  point: [
    ["B1", "CSQU3054383", "Müller & Söhne", "Café, en sacs", "090111", "300", "18,000.5", "S1"],
    ["B2", "MSKU0000006", "Acme", "Steel bolts", "731815", "12", "7,250.75", "S2"],
  ],
};
const encodings: Record<string, (text: string) => Buffer> = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with a mark": (text) => Buffer.from(`\uFEFF${text}`),
  "UTF-16": (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "Windows-1252": (text) => Buffer.from(text, "latin1"),
};
const separators = [",", ";", "\t", "|"];
const endings = ["\n", "\r\n"];

/** Each value of each row, as the readers of the match understand it. */
async function valuesOf(bytes: Buffer): Promise<unknown> {
  const file = await readFile(bytes, { answers: {}, remembered: {}, maxRows: 100 });
  if (file.problem !== null) return file.problem;
  if (file.question) return file.question;
  return file.manifests.map(({ rows, fields }) => {
    const [goods] = fields?.declaredGoods ?? [];
    const weight = readMass(fields?.weight?.gross);
    return {
      billOfLading: fields?.billOfLading,
      container: fields?.containerNumber?.key,
      shipper: fields?.shipper?.["partyName"],
      goods: [goods?.description, goods?.hsCode, Number(goods?.numberOfPackages), goods?.sealNumber],
      grossWeight: weight.kind === "read" ? weight.value : weight,
      remarks: rows.flatMap(({ errors, notUnderstood }) => [...errors, ...notUnderstood]),
    };
  });
}

const expected = [
  {
    billOfLading: "B1",
    container: "CSQU3054383",
    shipper: "Müller & Söhne",
    goods: ["Café, en sacs", "090111", 300, "S1"],
    grossWeight: 18_000.5,
    remarks: [],
  },
  {
    billOfLading: "B2",
    container: "MSKU0000006",
    shipper: "Acme",
    goods: ["Steel bolts", "731815", 12, "S2"],
    grossWeight: 7_250.75,
    remarks: [],
  },
];

const quoted = (cell: string, separator: string) => (cell.includes(separator) ? `"${cell}"` : cell);

test.each(Object.entries(headers))(
  "one table is read alike in each encoding, with each separator: %s",
  async (language, header) => {
    for (const [encoding, encode] of Object.entries(encodings)) {
      if (encoding === "Windows-1252" && notInWindows1252.has(language)) continue;
      for (const [mark, rows] of Object.entries(marks))
        for (const separator of separators)
          for (const ending of endings) {
            const lines = [header.split("|"), ...rows].map((row) =>
              row.map((cell) => quoted(cell, separator)).join(separator),
            );
            const variant = JSON.stringify([encoding, mark, separator, ending]);
            expect([variant, await valuesOf(encode(lines.join(ending)))]).toEqual([variant, expected]);
          }
    }
  },
);

test.each(Object.entries(headers))(
  "the table as a workbook, with numbers as numbers: %s",
  async (_language, header) => {
    const rows = (marks["point"] ?? []).map((row) =>
      row.map((cell, at) => (at === 5 || at === 6 ? Number(cell.replaceAll(",", "")) : cell)),
    );
    expect(await valuesOf(Buffer.from(workbookOf({ Manifest: [header.split("|"), ...rows] })))).toEqual(expected);
  },
);
