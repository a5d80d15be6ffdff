import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { describe, expect, test } from "vitest";
import { amendedFields, reportAddition, reportAmendment } from "./amendment-rules.ts";

const goods = [{ description: "Coffee" }];
const first = { declaredGoods: goods, weight: null, shipper: { partyName: "A" }, consignee: null };
const unchanged = { containerNumber: "CSQU3054383", ...first, firstCompared: first };
const finding = (severity: MatchFinding["severity"], className = "vehicle"): MatchFinding => ({
  rule: "observed-goods-not-declared",
  severity,
  lane: "cargo",
  className,
  declared: "Coffee",
  observed: `1 ${className}`,
  message: `The picture shows 1 ${className}.`,
});

describe("a manifest is amended", () => {
  test("where goods, weight or parties differ from those of the first picture", () => {
    expect(amendedFields({ ...unchanged, declaredGoods: [...goods, { description: "Car" }] })).toEqual([
      "declaredGoods",
    ]);
    expect(amendedFields({ ...unchanged, weight: {}, shipper: null, consignee: { partyName: "B" } })).toEqual([
      "weight",
      "shipper",
      "consignee",
    ]);
  });

  test("not where they are the same, absent for null, or nothing was compared before", () => {
    expect(amendedFields(unchanged)).toEqual([]);
    expect(amendedFields({ ...unchanged, weight: undefined })).toEqual([]);
    expect(amendedFields({ ...unchanged, firstCompared: undefined, weight: {} })).toEqual([]);
  });
});

describe("an amendment is reported", () => {
  const amended = { ...unchanged, declaredGoods: [], weight: {} };
  const report = (before: MatchFinding[], now: MatchFinding[]) => reportAmendment(amended, { before, now })[0];

  test("as critical where it removes a critical finding, which it quotes", () => {
    expect(report([finding("warning", "drum"), finding("critical")], [])).toMatchObject({
      rule: "amended-after-picture",
      severity: "critical",
      lane: "cargo",
      declared: "goods, weight",
      observed: "1 vehicle",
      message:
        "The manifest was changed after the first picture was taken (goods, weight). " +
        "Before the change: The picture shows 1 vehicle. The picture shows 1 drum.",
    });
  });

  test("as a warning where it removes a warning, or nothing", () => {
    expect(report([finding("warning")], [])).toMatchObject({ severity: "warning", observed: "1 vehicle" });
    const message = "The manifest was changed after the first picture was taken (goods, weight).";
    const silent = { severity: "warning", observed: null, message };
    expect(report([finding("info")], [])).toMatchObject(silent);
    expect(report([finding("critical")], [finding("critical")])).toMatchObject(silent);
  });

  test("by the same rule and class: other new findings do not replace removed ones", () => {
    const removed = finding("critical");
    const quoted = { severity: "critical", observed: "1 vehicle" };
    expect(report([removed], [finding("critical", "drum")])).toMatchObject(quoted);
    expect(report([removed], [{ ...removed, rule: "quantity-deviation" }])).toMatchObject(quoted);
  });
});

describe("manifests added after the first picture are reported", () => {
  const added = [
    { id: "m2", name: "bill of lading H2" },
    { id: "m3", name: "manifest 3" },
  ];

  test("with the severity of the findings that they remove", () => {
    expect(reportAddition([], { before: [finding("critical")], now: [] })).toEqual([]);
    expect(reportAddition(added, { before: [finding("warning", "drum"), finding("critical")], now: [] })).toMatchObject(
      [
        {
          rule: "added-after-picture",
          severity: "critical",
          lane: "cargo",
          declared: "bill of lading H2, manifest 3",
          observed: "1 vehicle",
          message:
            "After the first picture was taken, manifests were added (bill of lading H2, manifest 3). " +
            "Before: The picture shows 1 vehicle. The picture shows 1 drum.",
          manifests: [
            { manifestId: "m2", lines: [] },
            { manifestId: "m3", lines: [] },
          ],
        },
      ],
    );
    expect(reportAddition(added, { before: [finding("warning")], now: [] })).toMatchObject([{ severity: "warning" }]);
  });

  test("as information where they remove nothing, without identifiers outside the service", () => {
    const now = [finding("critical")];
    expect(reportAddition([{ name: "bill of lading 1 of 2" }], { before: now, now })).toMatchObject([
      {
        rule: "added-after-picture",
        severity: "info",
        lane: "cargo",
        declared: "bill of lading 1 of 2",
        observed: null,
        message: "After the first picture was taken, a manifest was added (bill of lading 1 of 2).",
      },
    ]);
  });
});
