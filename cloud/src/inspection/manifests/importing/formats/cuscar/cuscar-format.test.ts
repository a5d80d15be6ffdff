import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cuscarFormat } from "./cuscar-format.ts";
import { interchange, manifestsOf, notesOf, readEdi } from "./testing.ts";

const goods = ["GID+1+300:SA", "FTX+AAA+++GREEN COFFEE BEANS", "MEA+AAE+G+KGM:18000", "SGP+CSQU3054383+300"];
const fieldsOf = async (...segments: string[]) => (await manifestsOf(...segments)).map(({ fields }) => fields);

test.each<[boolean, string]>([
  [true, "UNA:+.? 'UNB+UNOC:3+"],
  [true, "\uFEFF\r\nUNB+UNOA:1+"],
  [true, "UNB\u001DUNOB\u001F1"],
  [true, "UNH+1+CUSCAR:D:95B:UN'"],
  [false, "UNLOCODE,containerNumber"],
  [false, '{"UNB":1}'],
])("is recognised: %s for %j", (expected, head) =>
  expect(cuscarFormat.recognise({ bytes: Buffer.from(head), head })).toBe(expected),
);

test("a cargo report becomes one manifest for each bill and container", async () => {
  const manifests = await manifestsOf(
    "BGM+785+R1+9",
    "TDT+20+012W+1++HLCU:172:20+++9321483:146:11:MSC ANNA:PA",
    "LOC+9+BRSSZ:139:6:SANTOS",
    "LOC+11+DEHAM:139:6",
    "EQD+CN+CSQU3054383+22G1:102:5++3+5",
    "MEA+AAE+VGM+KGM:20250",
    "MEA+AAE+T+KGM:2250",
    "SEL+HLG5512345+CA",
    "SEL+EU99+CU",
    "CNI+1+B1",
    "RFF+BM:B1",
    "NAD+CN+DE1::9++KAFFEE GMBH:HAMBURG+HAFEN 1+HAMBURG++20457+DE",
    "CTA+IC+:A. MEYER",
    "COM+meyer@example.com:EM",
    "NAD+CZ+++CAFE SA+RUA 2+SANTOS+SP+11010+BR",
    ...goods,
    "DGS+IMD+4.2+1386+55:CEL+3",
    "PCI+24+SANTOS 1:SANTOS 2",
    "CST++0901.11:122",
  );
  expect(manifests.map(({ fields }) => fields)).toEqual([
    {
      billOfLading: "B1",
      containerNumber: "CSQU3054383",
      containerType: "22G1",
      vessel: { name: "MSC ANNA", imoNumber: "9321483", voyageNumber: "012W", flag: "PA" },
      origin: { unLocationCode: "BRSSZ", name: "SANTOS" },
      destination: { unLocationCode: "DEHAM" },
      shipper: {
        partyName: "CAFE SA",
        address: { street: "RUA 2", city: "SANTOS", stateRegion: "SP", postCode: "11010", countryCode: "BR" },
      },
      consignee: {
        partyName: "KAFFEE GMBH HAMBURG",
        identifyingCode: "DE1",
        address: { street: "HAFEN 1", city: "HAMBURG", postCode: "20457", countryCode: "DE" },
        contact: { name: "A. MEYER", email: "meyer@example.com" },
      },
      weight: { vgm: { value: 20_250, unit: "KGM" }, tare: { value: 2_250, unit: "KGM" } },
      declaredGoods: [
        {
          description: "GREEN COFFEE BEANS",
          hsCode: "0901.11",
          packageCode: "SA",
          numberOfPackages: 300,
          grossWeight: { value: 18_000, unit: "KGM" },
          shippingMarks: "SANTOS 1\nSANTOS 2",
          dangerousGoods: [
            {
              regulation: "IMD",
              imoClass: "4.2",
              unNumber: "1386",
              packingGroup: "3",
              flashPoint: { value: 55, unit: "CEL" },
            },
          ],
          seals: [
            { number: "HLG5512345", source: "CAR" },
            { number: "EU99", source: "CUS" },
          ],
        },
      ],
    },
  ]);
  expect(manifests[0]?.rows).toEqual([{ number: 21, place: "message 1, segment 21, item 1", problems: [] }]);
});

test("goods in several containers are divided by SGP, and what was not divided is named", async () => {
  const manifests = await manifestsOf(
    "EQD+CN+CSQU3054383+22G1:102:5+++5",
    "EQD+CN+MSCU4125810+22G1:102:5+++5",
    "CNI+1+B1",
    "GID+1+100:CT",
    "FTX+AAA+++TILES",
    "MEA+AAE+G+KGM:40000",
    "MEA+AAE+AAW+MTQ:30",
    "SGP+CSQU3054383+60",
    "MEA+AAE+G+KGM:24000",
    "SGP+MSCU4125810+30",
    "MEA+AAE+G+KGM:16000",
  );
  expect(manifests.map(({ fields }) => [fields["containerNumber"], fields["declaredGoods"]])).toEqual([
    [
      "CSQU3054383",
      [{ description: "TILES", packageCode: "CT", numberOfPackages: 60, grossWeight: { value: 24_000, unit: "KGM" } }],
    ],
    [
      "MSCU4125810",
      [{ description: "TILES", packageCode: "CT", numberOfPackages: 30, grossWeight: { value: 16_000, unit: "KGM" } }],
    ],
  ]);
  expect(notesOf(manifests)).toEqual([
    "segment 6, GID 2.1: 100: GID states 100 packages, but SGP 60 + 30.",
    "segment 6, MEA: 30 MTQ: It is for 2 containers together, and was not divided.",
  ]);
});

test("house bills of one consignment and one container are manifests of their own, without the weight of all", async () => {
  const manifests = await manifestsOf(
    "EQD+CN+CSQU3054383+22G1:102:5+++7",
    "MEA+AAE+G+KGM:9000",
    "CNI+1+MASTER",
    "RFF+BM:H1",
    ...goods,
    "RFF+BM:H2",
    ...goods,
    "RFF+EX:LIC 7",
  );
  expect(manifests.map(({ fields }) => [fields["billOfLading"], fields["weight"]])).toEqual([
    ["H1", undefined],
    ["H2", undefined],
  ]);
  expect(manifests[1]?.fields["declaredGoods"]).toEqual([expect.objectContaining({ permitNumber: "LIC 7" })]);
  expect(notesOf(manifests)).toContain("segment 5, CNI 2.1: MASTER: The bill is H1, by RFF.");
  expect(notesOf(manifests)).toContain(
    "segment 3, EQD: 9000 KGM: It is the weight of container CSQU3054383, which several bills share, so it was not kept.",
  );
});

test("containers of a bill that no goods name are rows and manifests of their own, with their seals", async () => {
  const manifests = await manifestsOf(
    "CNI+1+B1",
    "EQD+CN+CSQU3054383+22G1:102:5+++5",
    "SEL+S1",
    "EQD+CN+TSTU1922642+22G1:102:5+++5",
    "SEL+S2",
    "GID+1+300:SA",
    "FTX+AAA+++COFFEE",
    "SGP+CSQU3054383+300",
  );
  expect(manifests.map(({ rows }) => rows.map(({ number }) => number))).toEqual([[10], [6]]);
  const seals = (number: string) => [expect.objectContaining({ seals: [{ number }] })];
  expect(manifests.map(({ fields }) => fields)).toMatchObject([
    { billOfLading: "B1", containerNumber: "CSQU3054383", declaredGoods: seals("S1") },
    { billOfLading: "B1", containerNumber: "TSTU1922642", declaredGoods: seals("S2") },
  ]);
});

test("master bills, permits and remarks fill the fields that columns of tables fill", async () => {
  const manifests = await manifestsOf(
    "CNI+1+B1",
    "RFF+MB:MASTER7",
    "RFF+IP:LIC 8",
    "GID+1+300:SA",
    "FTX+AAA+++COFFEE",
    "FTX+AAI+++KEEP DRY",
  );
  const line = { masterBill: "MASTER7", permitNumber: "LIC 8", remarks: "KEEP DRY" };
  expect(manifests[0]?.fields["declaredGoods"]).toEqual([expect.objectContaining(line)]);
});

test("one bill that is listed twice is one manifest: a second one would replace the goods of the first", async () => {
  const [manifest, ...more] = await manifestsOf("CNI+1+B1", ...goods, "CNI+2+B1", ...goods);
  expect(more).toEqual([]);
  expect(manifest?.fields["declaredGoods"]).toHaveLength(2);
  expect(manifest?.rows.map(({ number }) => number)).toEqual([7, 12]);
});

test.each<[string, unknown]>([
  ["4", [{ description: "Empty container", seals: [{ number: "S1" }] }]],
  ["5", [{ seals: [{ number: "S1" }] }]],
])("a container without a bill and with status %s declares %j", async (status, declared) => {
  const [fields] = await fieldsOf(`EQD+CN+CSQU3054383+22G1:102:5+++${status}`, "SEL+S1");
  expect(fields).toEqual({ containerNumber: "CSQU3054383", containerType: "22G1", declaredGoods: declared });
});

test("goods of one bill with its own container need no SGP; others are named", async () => {
  const item = goods.slice(0, 3);
  const [inside] = await fieldsOf("CNI+1+B1", "EQD+CN+CSQU3054383+22G1", ...item);
  expect(inside?.["containerNumber"]).toBe("CSQU3054383");
  const manifests = await manifestsOf("EQD+CN+CSQU3054383+22G1", "CNI+1+B1", ...item);
  expect(manifests.map(({ fields }) => fields["containerNumber"])).toEqual([undefined, "CSQU3054383"]);
  expect(notesOf(manifests)).toEqual(["segment 5, GID: 1: No SGP states which container the goods are in."]);
});

describe("a number", () => {
  test.each<[string, string, unknown]>([
    [".", "18000", 18_000],
    [".", "24.500", 24.5],
    [".", "12,5", 12.5],
    [".", "18,000", "18,000"],
    [",", "18,000", 18],
    [",", "24.500", "24.500"],
    [".", "0,500", 0.5],
    [".", "1E3", "1E3"],
  ])("behind UNA with %s: %s is %j", async (mark, text, value) => {
    const file = interchange("CNI+1+B1", "GID+1+1:CT", `MEA+AAE+G+KGM:${text}`);
    const read = await readEdi(`UNA:+${mark}? '${file}`);
    const [manifest] = read.ok ? read.manifests : [];
    expect(manifest?.fields["declaredGoods"]).toEqual([
      { packageCode: "CT", numberOfPackages: 1, grossWeight: { value, unit: "KGM" } },
    ]);
    const isNamed = manifest?.notUnderstood.some(({ message }) => message.includes("two ways"));
    expect(isNamed).toBe(typeof value === "string");
  });
});

test("a message with very many values that no field holds names the first ones and counts the others", async () => {
  const [manifest] = await manifestsOf("CNI+1+B1", "GID+1+1:CT", ...Array.from({ length: 10_100 }, () => "XYZ+1"));
  expect(manifest?.notUnderstood).toHaveLength(10_001);
  expect(manifest?.notUnderstood.at(-1)).toMatchObject({ message: "Segment XYZ is unknown." });
  expect(manifest?.notUnderstood).toContainEqual({
    path: "",
    text: "100",
    message: "So many further values that no field of a manifest holds are not listed.",
  });
});

test("each of a bill's containers without a number keeps its seals, and what a manifest has once is named", async () => {
  const [manifest] = await manifestsOf(
    "CNI+1+B1",
    "EQD+CN++22G1:102:5",
    "SEL+S1",
    "EQD+CN++45G1:102:5",
    "SEL+S2+CA",
    "MEA+AAE+T+KGM:3800",
  );
  expect(manifest?.fields).toMatchObject({
    containerType: "22G1",
    declaredGoods: [{ seals: [{ number: "S1" }] }, { seals: [{ number: "S2", source: "CAR" }] }],
  });
  expect(manifest?.notUnderstood.map(({ text }) => text)).toEqual(expect.arrayContaining(["45G1", "3800 KGM"]));
});

test("every value of a message is in a manifest or named", async () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{5,9}$/);
  const element = fc.array(fc.oneof(word, fc.constant("")), { minLength: 1, maxLength: 5 });
  const tags = "RFF NAD TDT LOC EQD SEL MEA CNI GID PAC FTX SGP DGS PCI CST TMP XYZ DTM CTA COM".split(" ");
  const heads = "CN,CZ,20,9,11,27,AAE,AAA,AAD,2,BM,HWB,EX,1".split(",");
  const segment = fc.tuple(fc.constantFrom(...tags), fc.constantFrom(...heads), fc.array(element, { maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 15 }), async (segments) => {
      const texts = segments.map(([tag, head, elements]) =>
        [tag, head, ...elements.map((one) => one.join(":"))].join("+"),
      );
      const manifests = await manifestsOf(...texts, "GID+1+1:CT");
      const kept = JSON.stringify(manifests).toUpperCase();
      // Codes that only state which list a code is from are read and not kept.
      const lists: Record<string, string[]> = {
        LOC: ["2.2", "2.3"], NAD: ["2.2", "2.3"], EQD: ["2.2", "2.3", "3.2", "3.3"], SEL: ["2.2", "2.3"], SGP: ["1.2", "1.3"],
        GID: ["2.3", "2.4"], PAC: ["3.2", "3.3"], TDT: ["3.1", "8.2", "8.3"], DGS: ["2.3"], CST: [], BGM: ["1.2", "1.3"],
      }; // prettier-ignore
      const lost = segments.flatMap(([tag, , elements]) =>
        elements.flatMap((components, index) =>
          components.filter((text, component) => {
            const place = `${index + 2}.${component + 1}`;
            const isList = lists[tag]?.includes(place) === true || (tag === "CST" && component > 0);
            return text !== "" && !isList && !kept.includes(text.toUpperCase());
          }),
        ),
      );
      expect(lost).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
