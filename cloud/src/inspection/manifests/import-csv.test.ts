import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { lines, manifestImporter, wrong } from "./importing/testing.ts";

const cloud = await createTestApp();
const ann = await cloud.signIn("operator");
const { scan } = edgeSender(cloud);
const { upload, imported } = manifestImporter(cloud, ann);
const get = async (url: string) => (await cloud.send("GET", `/v1${url}`, { headers: ann.authorization })).body.data;
const read = (id: string | undefined) => get(`/manifests/${id}`);
const count = async () => (await get("/manifests?limit=200")).items.length;

describe("a CSV file", () => {
  test("makes manifests of every field, whose rows of one bill and container are goods", async () => {
    const names = Object.keys(csvColumns);
    const value: Record<string, string> = {
      containerNumber: "csqu 3054383",
      status: "SUBMITTED",
      numberOfPackages: "300",
    };
    for (const name of ["grossWeight", "goodsGrossWeight", "goodsVolume", "quantity"]) value[name] = "12.5";
    const first = names.map((name) => value[name] ?? `"my, ${name}"`).join(",");
    const second = names.map((name) => ({ containerNumber: "CSQU3054383", billOfLading: '"my, billOfLading"', goodsDescription: "Rice", hsCode: "1006", quantity: "some" })[name] ?? "").join(","); // prettier-ignore
    const report = await imported(`\uFEFF${lines(names.join(","), first, second, "")}`);
    const [{ manifestId } = {}] = report.lines;
    expect(report).toEqual({
      imported: 1,
      updated: 0,
      unchanged: 0,
      failed: 0,
      lines: [
        { line: 2, outcome: "imported", manifestId, notUnderstood: expect.any(Array) },
        { line: 3, outcome: "imported", manifestId },
      ],
    });
    const notUnderstood = report.lines[0]?.notUnderstood?.map(({ path, text }) => `${path}: ${text}`);
    expect(notUnderstood).toEqual([
      ...["tare: my, tareWeight KGM", "net: my, netWeight KGM", "vgm: my, vgm KGM"].map((text) => `weight.${text}`),
      "containerType: my, containerType",
      "declaredGoods.0.hsCode: my, hsCode",
      "declaredGoods.0.dangerousGoods.unNumber: my, unNumber",
    ]);
    const place = (name: string) => ({ unLocationCode: `my, ${name}UnLocationCode`, name: `my, ${name}Name`, countryCode: `my, ${name}CountryCode`, facilityCode: `my, ${name}FacilityCode` }); // prettier-ignore
    const party = (name: string) => ({
      partyName: `my, ${name}Name`,
      identifyingCode: `my, ${name}IdentifyingCode`,
      taxReference: `my, ${name}TaxReference`,
      address: { street: `my, ${name}Street`, city: `my, ${name}City`, postCode: `my, ${name}PostCode`, countryCode: `my, ${name}CountryCode` }, // prettier-ignore
      contact: { name: `my, ${name}ContactName`, email: `my, ${name}Email`, phone: `my, ${name}Phone` },
    });
    expect(await read(manifestId)).toMatchObject({
      containerNumber: "CSQU3054383",
      numberCheck: "valid",
      billOfLading: "my, billOfLading",
      status: "SUBMITTED",
      containerType: "my, containerType",
      vessel: { name: "my, vesselName", imoNumber: "my, vesselImoNumber", voyageNumber: "my, voyageNumber", flag: "my, vesselFlag", callSign: "my, vesselCallSign" },
      origin: place("origin"),
      destination: place("destination"),
      shipper: party("shipper"),
      consignee: party("consignee"),
      weight: {
        gross: { value: 12.5, unit: "KGM" },
        tare: { value: "my, tareWeight", unit: "KGM" },
        net: { value: "my, netWeight", unit: "KGM" },
        vgm: { value: "my, vgm", unit: "KGM", method: "my, vgmMethod" },
      },
      declaredGoods: [
        {
          description: "my, goodsDescription",
          hsCode: "my, hsCode",
          quantity: 12.5,
          packageCode: "my, packageCode",
          numberOfPackages: 300,
          grossWeight: { value: 12.5, unit: "KGM" },
          volume: { value: 12.5, unit: "MTQ" },
          dangerousGoods: { unNumber: "my, unNumber", imoClass: "my, imoClass" },
        },
        { description: "Rice", hsCode: "1006", quantity: "some" },
      ],
      createdBy: { id: ann.id },
    }); // prettier-ignore
  });

  test("takes column names as people write them, in any order, and semicolons", async () => {
    const report = await imported(lines("Shipper name;BILL OF LADING;container_number", "Meyer & Co;S1;SEMI1"));
    expect(await read(report.lines[0]?.manifestId)).toMatchObject({
      shipper: { partyName: "Meyer & Co" },
      billOfLading: "S1",
      containerNumber: "SEMI1",
    });
  });

  test("keeps the digits of HS codes, whatever their count", async () => {
    const rows = ["87032391500", "870323915", "09011100000"].map((code, index) => `HS${index},HS${index},VALIDATED,qwertz,${code}`);
    const report = await imported(lines("billOfLading,containerNumber,status,goodsDescription,hsCode", ...rows));
    const codes = await Promise.all(report.lines.map(async ({ manifestId }) => (await read(manifestId)).declaredGoods));
    expect(codes.flat().map(({ hsCode }) => hsCode)).toEqual(["87032391500", "870323915", "09011100000"]);
    for (const [number, className] of [["HS0", "vehicle"], ["HS1", "vehicle"], ["HS2", "sack"]] as const) {
      const body = await scanBody({ user_email: ann.email, detections: [{ class_name: className, confidence: 0.9, quantity: 1 }] });
      const { manifestMatch } = (await scan(number, body)).body.data;
      expect([number, manifestMatch.lane, manifestMatch.findings]).toEqual([number, "green", []]);
    }
  }); // prettier-ignore

  test("reports each bad line, and imports the others", async () => {
    const before = await count();
    const report = await imported(
      lines(
        "billOfLading,containerNumber,status,goodsDescription",
        "BAD1,BAD1,VALIDATED,Rice",
        "BAD2,é,VALIDATED,Rice",
        `${"x".repeat(10_000)},BAD3,,Rice`,
        "BAD4,BAD4,LOST,Rice",
        "BAD5,BAD5",
        'BAD6,"BAD6,,Rice',
        "BAD7,BAD7,,Rice,and,more",
        "BAD8,BAD8,,a\0b",
        'BAD9,BAD9,,5" pipe',
        "BAD10,BAD10,DRAFT,Rice",
        `BAD11,BAD11,,${"x".repeat(2_001)}`,
      ),
    );
    expect(report.lines.map(({ line, outcome, errors }) => [line, outcome, errors])).toEqual([
      [2, "imported", undefined],
      [3, "failed", [wrong("containerNumber", "ASCII")]],
      [4, "failed", [wrong("billOfLading", "2000 characters"), wrong("billOfLading", "200 characters")]],
      [5, "failed", [wrong("status", "must be one of")]],
      [6, "imported", undefined],
      [7, "failed", [wrong("", "not closed")]],
      [8, "failed", [wrong("", "6 fields")]],
      [9, "failed", [wrong("goodsDescription", "NUL")]],
      [10, "failed", [wrong("", "quotation mark")]],
      [11, "imported", undefined],
      [12, "failed", [wrong("goodsDescription", "2000 characters")]],
    ]);
    expect([report.imported, report.failed, await count()]).toEqual([3, 8, before + 3]);
    const short = report.lines.find(({ line }) => line === 6)?.notUnderstood;
    expect(short).toEqual([expect.objectContaining({ message: expect.stringContaining("2 fields") })]);
  });

  test("is read in Windows-1252 and in UTF-16", async () => {
    const latin = new Uint8Array([...Buffer.from("billOfLading,vesselName\nLATIN,"), 0xe9, 0x0a]);
    const wide = new Uint8Array([0xff, 0xfe, ...Buffer.from("billOfLading\tvesselName\nWIDE\té\n", "utf16le")]);
    for (const file of [latin, wide]) {
      const report = (await upload(file)).body.data;
      expect((await read(report.lines[0]?.manifestId)).vessel).toEqual({ name: "é" });
    }
  });

  test("has the decimals that its request states", async () => {
    const file = lines("billOfLading,grossWeight", "MARKS1,24.500", "MARKS2,7.300");
    for (const [mark, first] of [
      ["comma", { value: "24.500", unit: "KGM" }],
      ["point", { value: 24.5, unit: "KGM", text: "24.500" }],
    ] as const) {
      const headers = { ...ann.authorization, "Content-Type": "text/csv" };
      const reply = await cloud.app.request(`/v1/manifests/import?decimalMark=${mark}`, {
        method: "POST",
        headers,
        body: file,
      });
      const { data } = JSON.parse(await reply.text());
      expect((await read(data.lines[0].manifestId)).weight).toEqual({ gross: first });
    }
  });

  test("imports a manifest whole or not at all", async () => {
    const report = await imported(
      lines(
        "billOfLading,containerNumber,vesselName,goodsDescription",
        "ALL1,ALL1,Ever,Rice",
        "ALL2,ALL2,Ever,Rice",
        `ALL1,ALL1,,${"x".repeat(2_001)}`,
        "ALL1,ALL1,Ever,Shoes",
        "ALL2,all2,Given,Shoes",
      ),
    );
    const because = wrong("", "Line 4 of the same manifest");
    expect(report.lines.map(({ line, errors }) => [line, errors])).toEqual([
      [2, [because]],
      [3, [wrong("", "Line 6 of the same manifest")]],
      [4, [wrong("goodsDescription", "2000")]],
      [5, [because]],
      [6, [wrong("vesselName", "as in line 3")]],
    ]);
    expect((await get("/manifests?q=ALL")).items).toEqual([]);
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ["nothing", "", "empty"],
    ["only a mark of byte order", "\uFEFF", "empty"],
    ["a column it does not know", "billOfLading,colour\nB,red", '"colour"'],
    ["a column twice", "billOfLading,bill of lading\nB,B", "twice"],
    ["__proto__ as a column", "billOfLading,__proto__\nB,x", '"__proto__"'],
    ["nothing to know a manifest by", "vesselName\nEver", "containerNumber or billOfLading"],
    ["a first row that cannot be read", 'bill"OfLading\nB', "quotation mark"],
    ["weights that may be thousands or decimals", "billOfLading,grossWeight\nB,24.500\n", "decimalMark"],
    ["5,001 lines", `billOfLading\n${"B\n".repeat(5_001)}`, "5000"],
    ["a million empty lines", "billOfLading\n".padEnd(1_000_000, "\n"), "5000"],
  ])("is refused with %s, and nothing of it imported", async (_what, file, message) => {
    const before = await count();
    const reply = await upload(file);
    expect([reply.status, reply.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.body.error.message).toContain(message);
    expect(await count()).toBe(before);
  });
});
