import { expect, test } from "vitest";
import { createTradeWorld } from "../../trade-events/testing.ts";
import { fileSender } from "./testing.ts";

const CUSCAR =
  "UNB+UNOC:3+HLCU+DEHAM+261127:0900+1'UNH+1+CUSCAR:D:95B:UN'BGM+85+REPORT1+9'" +
  "TDT+20+012W+1++HLCU:172:20+++9321483:146:11:MSC ANNA:PA'LOC+9+BRSSZ:139:6'LOC+11+DEHAM:139:6'CNI+1+HLCUHAM26J1'" +
  "EQD+CN+TSTU1922642+22G1:102:5+++5'SEL+HLG5512345+CA'MEA+AAE+VGM+KGM:20250'GID+1+300:SA'FTX+AAA+++GREEN COFFEE BEANS'" +
  "MEA+AAE+G+KGM:18000'SGP+TSTU1922642+300'CST++090111:122'UNT+16+1'UNZ+1+1'";
const DCSA = JSON.stringify({
  transportDocumentReference: "HLCUHAM26J3",
  utilizedTransportEquipments: [
    { equipment: { equipmentReference: "TSTU1922658", ISOEquipmentCode: "22G1" }, seals: [{ number: "HLG5512345" }] },
  ],
  consignmentItems: [
    {
      descriptionOfGoods: ["Green coffee"],
      HSCodes: ["090111"],
      cargoItems: [
        {
          equipmentReference: "TSTU1922658",
          cargoGrossWeight: { value: 18_000, unit: "KGM" },
          outerPackaging: { packageCode: "SA", numberOfPackages: 300 },
        },
      ],
    },
  ],
});

test.each([
  { format: "EDIFACT CUSCAR", file: CUSCAR, number: "TSTU1922642", bill: "HLCUHAM26J1" },
  { format: "DCSA bill of lading", file: DCSA, number: "TSTU1922658", bill: "HLCUHAM26J3" },
])("$format in: a manifest, the verdict of a scan, and an event out", async ({ format, file, number, bill }) => {
  const { cloud, scan, scanBody, as, sue, until } = await createTradeWorld();
  const { import: done, rows } = await fileSender(cloud, sue).imported(file);
  expect(done).toMatchObject({ format, state: "finished", rows: { total: 1, imported: 1, failed: 0 } });
  const manifest = await as(sue, "GET", `/manifests/${rows[0]?.manifestId}`);
  expect(manifest).toMatchObject({
    billOfLading: bill,
    containerNumber: number,
    containerType: "22G1",
    declaredGoods: [
      {
        hsCode: "090111",
        packageCode: "SA",
        numberOfPackages: 300,
        grossWeight: { value: 18_000, unit: "KGM" },
        seals: [{ number: "HLG5512345" }],
      },
    ],
  });
  /** Match of a picture that shows this and the seal, with its findings. */
  const verdict = async (className: string, seal: string) => {
    const seen = { class_name: className, confidence: 0.9, area_percentage: 40, quantity: 4 };
    const detections = [seen, { class_name: "seal", confidence: 0.95, text: seal }];
    const { containerId, scanId } = (await scan(number, await scanBody({ detections, size_type: "22G1" }))).body.data;
    const { manifestMatch } = await as(sue, "GET", `/containers/${containerId}/scans/${scanId}`);
    const findings: { rule: string; severity: string }[] = manifestMatch.findings;
    return { lane: manifestMatch.lane, findings: findings.map(({ rule, severity }) => `${rule} ${severity}`) };
  };
  // 4 of 300 sacks are no accusation: a picture is evidence of what it shows.
  const fitting = await verdict("sack", "HLG5512345");
  expect([fitting.lane, fitting.findings.toSorted()]).toEqual([
    "green",
    ["manifest-not-validated warning", "quantity-deviation info", "seal-number info"],
  ]);
  const other = await verdict("car", "MLCN889001");
  expect(other.lane).toBe("red");
  expect(other.findings).toEqual(
    expect.arrayContaining(["observed-goods-not-declared critical", "seal-number critical"]),
  );
  const [gate] = await until([`GTIN ${number}`, `INSP ${number}`, `RSEA ${number}`]);
  expect(gate?.payload).toMatchObject({ relatedDocumentReferences: [{ type: "TRD", value: bill }] });
});
