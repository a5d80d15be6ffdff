import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { workbookOf } from "../../../src/inspection/manifests/importing/formats/xlsx/testing.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../src/testing/app.ts";
import { startWorkers } from "../../../src/workers.ts";
import { openConsole, type TestConsole } from "./open-console.ts";

const GERMAN = [
  "billOfLading;containerNumber;status;containerType;shipperName;goodsDescription;hsCode;packageCode;numberOfPackages;goodsGrossWeight;grossWeight;tareWeight;vgm;vgmMethod",
  "HLCUHAM26A1;TSTU1872454;VALIDATED;22G1;Rösterei Müller GmbH;Rohkaffee in Säcken;0901.11;SA;300;18.000,00;20.230,00;2.230,00;20.250,00;METHOD1",
  "HLCUHAM26A2;TSTU1872460;VALIDATED;22G1;Gießerei Süd;Schrauben aus Stahl;7318.15;CT;1.200;21.500;23.730;2.230;23.750;METHOD1",
].join("\r\n");
const DUPLICATES = [
  "billOfLading,containerNumber,status,containerType,shipperName,goodsDescription,hsCode,numberOfPackages",
  "DUP26G1,TSTU1922597,VALIDATED,22G1,A Ltd,Coffee,090111,300",
  "DUP26G1,TSTU1922597,,,,Tea,090240,100",
  "DUP26G3,TSTU1922600,VALIDATED,22G1,C Ltd,Toys,950300,100",
  "DUP26G3,TSTU 192260-0,VALIDATED,22G1,D Ltd,Lamps,940511,50",
  "DUP26G4,TSTU1922616,APPROVED,22G1,E Ltd,Shoes,640399,10",
  "DUP26G5,TSTU1922624,VALIDATED,22G1,F Ltd,Shoes,640399,some",
].join("\r\n");
const CUSCAR =
  "UNB+UNOC:3+HLCU+DEHAM+261127:0900+1'UNH+1+CUSCAR:D:95B:UN'BGM+85+HLCUHAM26J1+9'DTM+132:202611270900:203'" +
  "TDT+20+012W+1++HLCU:172:20+++9321483:146:11:MSC ANNA:PA'LOC+9+BRSSZ:139:6'LOC+11+DEHAM:139:6'CNI+1+HLCUHAM26J1'" +
  "EQD+CN+TSTU1922642+22G1:102:5+++5'SEL+HLG5512345+CA'MEA+AAE+VGM+KGM:20250'GID+1+300:SA'FTX+AAA+++GREEN COFFEE BEANS'" +
  "MEA+AAE+G+KGM:18000'SGP+TSTU1922642+300'DGS+IMD'CST++090111:122'UNT+17+1'UNZ+1+1'";
const DCSA = JSON.stringify({
  transportDocumentReference: "HLCUHAM26J3",
  shippingInstructionsReference: "x",
  utilizedTransportEquipments: [
    { equipment: { equipmentReference: "TSTU1922642", ISOEquipmentCode: "22G1" }, seals: [{ number: "HLG5512345" }] },
  ],
  consignmentItems: [
    {
      descriptionOfGoods: ["Green coffee"],
      HSCodes: ["090111"],
      cargoItems: [
        {
          equipmentReference: "TSTU1922642",
          cargoGrossWeight: { value: 18_000, unit: "KGM" },
          outerPackaging: { packageCode: "SA", numberOfPackages: 300 },
        },
      ],
    },
  ],
});
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");

/** Files as ports get them, and sentences that the page shows of each. */
const files: [name: string, content: Uint8Array | string, sentences: string[]][] = [
  ["german-cp1252.csv", Buffer.from(GERMAN, "latin1"), [
    "CSV · separated by semicolons, in Windows-1252 · 2 rows",
    "check letters with accents",
    "A comma stands before decimals, and a point between thousands",
    "2 to import",
    "HLCUHAM26A2 · TSTU1872460 will be imported as a new manifest.",
  ]],
  ["german-utf8.csv", `\uFEFF${GERMAN}`, ["CSV · separated by semicolons, in UTF-8 · 2 rows"]],
  ["unicode.txt", utf16("billOfLading\tcontainerNumber\tgoodsDescription\r\nCOSU26B1\tTSTU1872480\t塑料玩具\r\n"), [
    "CSV · separated by tabs, in UTF-16 · 1 row",
    "COSU26B1 · TSTU1872480 will be imported as a new manifest.",
  ]],
  ["manifest.xlsx", workbookOf({ Manifest: [
    ["MANIFEST MSC ANNA 012W"],
    ["B/L No", "Container", "ETA", "Goods", "HS", "Gross kg"],
    ["HLCUHAM26D1", "TSTU1872520", "soon", "Coffee", "090111", 20_230],
  ] }), [
    'XLSX · sheet "Manifest" · 1 row',
    'was not read: "MANIFEST MSC ANNA 012W"',
    'The column "ETA" is not imported',
    "ETA “soon” is in a column that is not imported.",
  ]],
  ["es.csv", "Conocimiento de embarque,Contenedor,Estado,Descripción,Partida arancelaria,Bultos,Peso bruto\nMSCU26E1,TSTU1872541,VALIDATED,Vino tinto,220421,1200,18000\n", [
    "MSCU26E1 · TSTU1872541 will be imported as a new manifest.",
  ]],
  ["tr.csv", "Konşimento No;Konteyner No;Durum;Eşya Tanımı;GTİP;Kap Adedi;Brüt Kg\nTRKU26E5;TSTU1872583;VALIDATED;Pamuklu kumaş;520852;450;11250\n", [
    "TRKU26E5 · TSTU1872583 will be imported as a new manifest.",
  ]],
  ["duplicates.csv", DUPLICATES, [
    "Joined to the manifest of line 2.",
    "Shipper: name must be as in line 4 of the same manifest, or empty.",
    "Line 5 of the same manifest is not valid, so none of it was imported.",
    "Status must be one of DRAFT, SUBMITTED, VALIDATED, REJECTED, AMENDED.",
    "Container number “TSTU1922624” has the wrong check digit: 1 belongs to it.",
    "Goods: packages “some” is not a count of packages.",
  ]],
  ["manifest.edi", CUSCAR, [
    "EDIFACT CUSCAR · 1 row",
    "HLCUHAM26J1 · TSTU1922642 will be imported as a new manifest.",
    "It declares dangerous goods without class and UN number.",
  ]],
  ["bill.json", DCSA, [
    "DCSA bill of lading · 1 row",
    "HLCUHAM26J3 · TSTU1922642 will be imported as a new manifest.",
    "shippingInstructionsReference “x”: A manifest has no field for this value.",
  ]],
  ["lines.jsonl", '{"billOfLading":"JSON26K1","sealNumber":"A1"}\n{"billOfLading":5}\n', [
    "JSON lines · 2 rows",
    "sealNumber “A1” is not a field of a manifest and is not kept.",
    "It will not be imported.",
  ]],
  ["list.json", '[{"billOfLading":"JSON26K2"},\n{"billOfLading":5}]', [
    "JSON · 2 rows",
    "JSON26K2 will be imported as a new manifest.",
    "item 2",
    "Bill of lading must be text.",
  ]],
  ["web.xls", "<html><table><tr><td>B/L</td></tr></table></html>", ["a web page (HTML), which is not read yet"]],
  ["empty.csv", "billOfLading,containerNumber\n", ["The file has no rows of manifests."]],
  ["asycuda.xml", '<?xml version="1.0"?><Awmds><General_segment/></Awmds>', ["ASYCUDA World XML, which is not read yet"]],
  ["open.csv", "billOfLading;grossWeight\nMARK1;21.500\n", [
    "The file does not show which sign stands before decimals: “21.500”.",
    "“21.500” is 21,500: the sign groups thousands",
  ]],
  ["tonnes.csv", "B/L;Weight\nUNIT1;21.5\n", ["The weights name no unit and are too small for kilograms: “21.5”."]],
  ["unknown.csv", "Paper;Words\nNAME1;Rice\n", ["No column is known to hold the bill of lading or the container number."]],
]; // prettier-ignore

describe("the import of manifests in a real browser", needs("chromium"), () => {
  let cloud: TestApp;
  let browser: TestConsole;
  let page: Page;
  let ann: TestUser;

  beforeAll(async () => {
    cloud = await createTestApp();
    ann = await cloud.signIn("operator", "ann@example.com");
    await startWorkers(cloud.parts);
    browser = await openConsole(cloud);
    page = browser.page;
  });

  /** Drops a file as a person does. */
  async function drop(name: string, content: Uint8Array | string) {
    await browser.openAs(ann, "manifests/import");
    const zone = page.getByRole("region", { name: "Drop zone" });
    const base64 = Buffer.from(content).toString("base64");
    const dataTransfer = await page.evaluateHandle(
      `(() => { const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob("${base64}"), (one) => one.charCodeAt(0))], "${name}"));
        return data; })()`,
    );
    await zone.dispatchEvent("drop", { dataTransfer });
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  }

  test.each(files)(
    "%s is recognised, and the page states what happens to its rows",
    async (name, content, sentences) => {
      await drop(name, content);
      for (const sentence of sentences) await page.getByText(sentence).first().waitFor();
      const list = await cloud.send("GET", "/v1/manifests", { headers: ann.authorization });
      expect(list.body.data.items).toEqual([]);
    },
  );

  test("a column and a question are answered, the file is imported, and its address shows the result", async () => {
    await drop("gate.csv", "Paper;Cargo words;Weight\nWIZ1;Rice;21.500\nWIZ2;Tea;7.300\n;;\n;;5\n");
    await page.getByLabel("Paper is read as").selectOption("billOfLading");
    await page.getByLabel("Cargo words is read as").selectOption("goodsDescription");
    await page.getByRole("button", { name: "Read again with these columns" }).click();
    await page.getByLabel("“21.500” is 21,500: the sign groups thousands").check();
    await page.getByRole("button", { name: "Read the file again" }).click();
    await page.getByText("WIZ1 will be imported as a new manifest.").waitFor();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("WIZ1 was imported as a new manifest.").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save the rows that were not imported" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    expect(String(Buffer.concat(chunks))).toBe(
      '\uFEFF"Paper","Cargo words","Weight","Problem"\r\n"","","5","The row states neither a container number nor a bill of lading nor goods."\r\n',
    );
    await page.reload();
    await page.getByText("WIZ2 was imported as a new manifest.").waitFor();
    // The columns are offered again for another file.
    await drop("next.csv", "Paper;Cargo words;Weight\nWIZ1;Rice;21,5 t\n");
    await page.getByText("As you chose before.").first().waitFor();
    await page.getByText("WIZ1 will be changed.").waitFor();
    await page.getByRole("link", { name: /^Open/ }).click();
    await page.getByRole("heading", { name: "WIZ1" }).waitFor();
    expect(browser.complaints).toEqual([]);
  });
});
