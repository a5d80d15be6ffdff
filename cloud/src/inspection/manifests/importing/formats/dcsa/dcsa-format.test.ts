import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dcsaFormat } from "./dcsa-format.ts";
import { dangerousGoods, document, seals, weight } from "./testing.ts";

const OPTIONS = { answers: {}, remembered: {}, maxRows: 5_000 };

async function read(value: unknown) {
  const file = await dcsaFormat.read({ bytes: Buffer.from(JSON.stringify(value)), head: "" }, OPTIONS);
  if (!file.ok) throw new Error(file.problem);
  return file.manifests;
}

test("a transport document becomes one manifest for each container", async () => {
  const [manifest, ...more] = await read(document);
  expect(more).toEqual([]);
  expect(manifest).toEqual({
    rows: [{ number: 1, place: "document 1, consignmentItems.0.cargoItems.0", problems: [] }],
    fields: {
      billOfLading: "HLCUHAM26J3",
      containerNumber: "CSQU3054383",
      containerType: "22R1",
      vessel: { name: "MSC ANNA", voyageNumber: "012W" },
      origin: { unLocationCode: "BRSSZ", name: "Santos" },
      destination: { unLocationCode: "DEHAM" },
      shipper: {
        partyName: "CAFE SA",
        identifyingCode: "X1",
        taxReference: "12",
        address: { street: "Rua 2", city: "Santos", postCode: "11010", countryCode: "BR" },
        contact: { name: "Ana", phone: "+55 1" },
      },
      consignee: { partyName: "KAFFEE GMBH", address: { street: "Hafen 1, Hamburg" } },
      weight: { tare: weight(2_250) },
      declaredGoods: [
        {
          description: "Green coffee",
          hsCode: "090111",
          packageCode: "SA",
          numberOfPackages: 300,
          grossWeight: weight(18_000),
          volume: { value: 30, unit: "MTQ" },
          dangerousGoods,
          shippingMarks: "SANTOS\nBOX 1",
          exportLicence: "LIC 7",
          seals,
          reeferSettings: { temperatureSetpoint: -18, temperatureUnit: "CEL" },
        },
      ],
    },
    notUnderstood: [
      {
        path: "documentParties.shipper.identifyingCodes.0.codeListProvider",
        text: "GLEIF",
        message: expect.any(String),
      },
      { path: "documentParties.shipper.taxLegalReferences.0.type", text: "CNPJ", message: expect.any(String) },
      { path: "documentParties.shipper.taxLegalReferences.0.countryCode", text: "BR", message: expect.any(String) },
    ],
  });
});

test("documents of a list are numbered, and containers without cargo keep their seals", async () => {
  const empty = {
    transportDocumentReference: "B2",
    utilizedTransportEquipments: [{ equipment: { equipmentReference: "MSCU4125810" }, seals }],
  };
  const manifests = await read([document, empty]);
  expect(manifests.map(({ rows }) => rows)).toEqual([
    [{ number: 1, place: "document 1, consignmentItems.0.cargoItems.0", problems: [] }],
    [{ number: 2, place: "document 2, utilizedTransportEquipments.0", problems: [] }],
  ]);
  expect(manifests[1]?.fields).toEqual({
    billOfLading: "B2",
    containerNumber: "MSCU4125810",
    declaredGoods: [{ seals }],
  });
});

describe("a file is recognised", () => {
  test.each<[boolean, string]>([
    [true, '{"transportDocumentReference":"B1","consignmentItems":[]}'],
    [true, '\uFEFF [ {\n "shippingInstructionsReference" : "x"'],
    [false, '{"billOfLading":"B1","declaredGoods":[]}'],
    [false, "transportDocumentReference,consignmentItems"],
  ])("%s for %j", (expected, head) => expect(dcsaFormat.recognise({ bytes: Buffer.from(head), head })).toBe(expected));
});

test.each<[unknown, string]>([
  [[{ a: 1 }], "It is not a transport document"],
  [{ consignmentItems: [] }, "neither a transportDocumentReference nor cargo nor equipment"],
])("a document that names nothing is a row with a problem: %j", async (value, problem) => {
  const [manifest] = await read(value);
  expect(manifest?.rows[0].problems).toEqual([expect.objectContaining({ message: expect.stringContaining(problem) })]);
});

test("documents on lines of their own are read like a list", async () => {
  const lines = ["B1", "", "B2"].map((bill) =>
    bill === "" ? "" : JSON.stringify({ transportDocumentReference: bill }),
  );
  const file = await dcsaFormat.read({ bytes: Buffer.from(lines.join("\r\n")), head: "" }, OPTIONS);
  expect(file.ok && file.manifests.map(({ fields }) => fields)).toEqual([
    { billOfLading: "B1" },
    { billOfLading: "B2" },
  ]);
});

test.each<[string, string]>([
  ['{"transportDocumentReference":"B1"}\n{"transport', "The file is not JSON."],
  ["[]", "The file holds an empty list of documents."],
  ['{"consignmentItems":', "The file is not JSON."],
])("%j is refused with the reason", async (text, problem) =>
  expect(await dcsaFormat.read({ bytes: Buffer.from(text), head: "" }, OPTIONS)).toEqual({ ok: false, problem }),
);

test("a document with very many values that no field holds names the first ones and counts the others", async () => {
  const [manifest] = await read({
    transportDocumentReference: "B1",
    carrierClauses: Array.from({ length: 10_100 }, String),
  });
  expect(manifest?.notUnderstood).toHaveLength(10_001);
  expect(manifest?.notUnderstood.at(-1)).toMatchObject({ text: "100", message: expect.stringContaining("not listed") });
});

test("every value of a document is in a manifest or named", async () => {
  const word = fc.stringMatching(/^[a-z]{7,9}$/);
  const leaf = fc.oneof(
    word,
    fc.array(word, { maxLength: 2 }),
    fc.record({ reference: word, value: word, unit: word }),
    fc.array(fc.record({ type: word, value: word, seals: word }), { maxLength: 2 }),
  );
  const anything = (names: string[]) => fc.dictionary(fc.constantFrom(...names), leaf, { maxKeys: 5 });
  const cargo = anything(
    "equipmentReference,cargoGrossWeight,outerPackaging,exportLicense,other,cargoNetVolume".split(","),
  );
  const item = fc.tuple(
    anything("descriptionOfGoods,HSCodes,shippingMarks,importLicense,references,x".split(",")),
    fc.array(cargo, { maxLength: 3 }),
  );
  const equipment = anything(
    "equipment,seals,activeReeferSettings,shippingMarks,isShipperOwned,equipmentReference".split(","),
  );
  const shape = fc.record({
    own: anything("transportDocumentReference,issueDate,charges,documentParties,transports".split(",")),
    items: fc.array(item, { maxLength: 3 }),
    equipments: fc.array(equipment, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(shape, async ({ own, items, equipments }) => {
      const consignmentItems = items.map(([fields, cargoItems]) => ({ ...fields, cargoItems }));
      const value = {
        transportDocumentReference: "reference",
        ...own,
        consignmentItems,
        utilizedTransportEquipments: equipments,
      };
      const kept = JSON.stringify(await read(value));
      const lost = (JSON.stringify(value).match(/"[a-z]{7,9}"(?!:)/g) ?? []).filter(
        (text) => !kept.includes(text.slice(1, -1)),
      );
      expect(lost).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
