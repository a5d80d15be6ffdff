import { weightRules } from "@container-inspection/shared-schemas/rules/weight-rules";
import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledWeightRules } from "../bundled/weight-rules.ts";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { checkLineWeights } from "./line-weight-rules.ts";
import { lineOf } from "./testing.ts";
import { readWeightFacts } from "./weight-facts.ts";

/** Round figures: a warning above 2 times the maximum, critical above 4 times, too light below a quarter. */
const settings = weightRules.parse({
  ...bundledWeightRules,
  warningFactor: 2,
  criticalFactor: 4,
  maxVolumeShare: 1.1,
  packages: [
    { packageCodes: ["BG", "SA"], kg: { min: 8, max: 100 }, source: "sacks" },
    { packageCodes: ["CT"], kg: { min: 1, max: 50 }, source: "cartons" },
  ],
  densities: [
    { hsChapters: [], kgPerM3: { min: 40, max: 2_000 }, source: "all goods" },
    { hsChapters: ["60", "61"], kgPerM3: { min: 80, max: 500 }, source: "textiles" },
  ],
  containers: [{ ...bundledWeightRules.containers[0]!, lengths: "2", groups: "G", typicalTareKg: 2_000, capacityM3: 30, source: "containers" }],
}); // prettier-ignore

type Stated = { gross?: number; net?: number; volume?: number };
const line = (number: number, { gross, net, volume }: Stated, more: Partial<DeclaredLine> = {}) =>
  lineOf(number, [], {
    raw: { grossWeight: gross, netWeight: net, volume },
    label: "Shirts",
    hs: "610910",
    ...more,
  });
const cartons = (packageCount: number | undefined) => ({ packageCode: "CT", packageCount });

/** Judges lines of one manifest with this weight, in a container of this size-type. */
function check(
  lines: DeclaredLine[],
  { weight = {}, sizeType = "22G1" }: { weight?: object; sizeType?: string | null } = {},
) {
  const goods = { kind: "laden" as const, lines };
  return checkLineWeights(goods, readWeightFacts([{ weight }], goods, sizeType, settings), settings);
}
const verdicts = (...given: Parameters<typeof check>) =>
  check(...given).map(({ severity, rule }) => `${severity} ${rule}`);

test("an empty container, and one without a list of goods, have no lines to judge", () => {
  const facts = readWeightFacts([{}], { kind: "laden", lines: [line(1, { volume: 99 })] }, "22G1", settings);
  expect(checkLineWeights({ kind: "empty" }, facts, settings)).toEqual([]);
  expect(checkLineWeights({ kind: "not-stated" }, facts, settings)).toEqual([]);
});

describe("the weight of one package", () => {
  test.each([
    ["at the warning factor", 100, []],
    ["above it", 100.1, ["warning package-weight-unlikely"]],
    ["at the critical factor", 200, ["warning package-weight-unlikely"]],
    ["above it", 200.1, ["critical package-weight-unlikely"]],
    ["at the minimum by the critical factor", 0.25, []],
    ["below it", 0.24, ["warning package-weight-unlikely"]],
  ])("%s: cartons of %d kg", (_where, kg, expected) => {
    expect(verdicts([line(1, { gross: 10 * kg }, cartons(10))])).toEqual(expected);
  });

  test.each([
    ["without a weight", {}, cartons(10)],
    ["without a number of packages", { gross: 9_000 }, cartons(undefined)],
    ["of no packages", { gross: 9_000 }, cartons(0)],
    ["without a package code", { gross: 9_000 }, { packageCount: 10 }],
    ["of packages that no entry names", { gross: 9_000 }, { packageCode: "PK", packageCount: 10 }],
  ])("is not judged for a line %s", (_what, stated, more) => {
    expect(check([line(1, stated, more)])).toEqual([]);
  });

  test("is that of the entry that names the package code", () => {
    const sacks = { packageCode: "SA", packageCount: 10 };
    expect(verdicts([line(1, { gross: 1_500 }, sacks)])).toEqual([]);
    expect(verdicts([line(1, { gross: 4_500 }, sacks)])).toEqual(["critical package-weight-unlikely"]);
  });

  test("is reported in a sentence with line, weights and source", () => {
    const more = { ...cartons(1_000), manifestId: "m", whose: " of bill of lading BL7" };
    expect(inEnglish(check([line(2, { gross: 200_500 }, more)]))).toEqual([
      {
        rule: "package-weight-unlikely",
        severity: "critical",
        lane: "cargo",
        declared: "1,000 packages CT, 200,500 kg",
        observed: null,
        message:
          "Line 2 of bill of lading BL7, Shirts, declares 1,000 packages CT, 200,500 kg: 200.5 kg each, but a package CT weighs 1 kg to 50 kg.",
        lines: [2],
        manifests: [{ manifestId: "m", lines: [2] }],
        explanation: ["package code CT: 1 kg to 50 kg (cartons)"],
      },
    ]);
  });
});

describe("the weight of a line", () => {
  const heavy = ["critical package-weight-unlikely"];

  test("is its gross weight, or else its net weight", () => {
    expect(verdicts([line(1, { gross: 100, net: 5_000 }, cartons(10))])).toEqual([]);
    expect(verdicts([line(1, { net: 5_000 }, cartons(10))])).toEqual(heavy);
  });

  test("is that of the whole cargo where it is the only line of its manifest", () => {
    const weight = { net: 5_000 };
    expect(verdicts([line(1, {}, cartons(10))], { weight })).toEqual(heavy);
    expect(verdicts([line(1, { net: 100 }, cartons(10))], { weight })).toEqual([]);
    expect(verdicts([line(1, {}, cartons(10)), line(2, {})], { weight })).toEqual([]);
  });
});

describe("the density of the goods", () => {
  test.each([
    ["at the warning factor", 1_000, []],
    ["above it", 1_001, ["warning density-unlikely"]],
    ["at the critical factor", 2_000, ["warning density-unlikely"]],
    ["above it", 2_001, ["critical density-unlikely"]],
    ["at the minimum by the critical factor", 20, []],
    ["below it", 19, ["warning density-unlikely"]],
  ])("%s: textiles of %d kg/m³", (_where, density, expected) => {
    expect(verdicts([line(1, { gross: 10 * density, volume: 10 })])).toEqual(expected);
  });

  test("is not judged without a weight or without a volume", () => {
    expect(check([line(1, { gross: 30_000 }), line(2, { volume: 1 })])).toEqual([]);
  });

  test.each([
    ["a chapter that no entry names", "250100"],
    ["no code", undefined],
  ])("of goods with %s is judged by the entry without chapters", (_what, hs) => {
    expect(check([line(1, { gross: 4_000, volume: 1 }, { hs })])).toEqual([]);
    expect(check([line(1, { gross: 4_001, volume: 1 }, { hs })])).toMatchObject([
      {
        message: "Line 1, Shirts, declares 4,001 kg, 1 m³: 4,001 kg/m³, but goods weigh 40 to 2,000 kg/m³ as stowed.",
        explanation: ["density of goods: 40 to 2,000 kg/m³ (all goods)"],
      },
    ]);
  });

  test("is not judged where no entry is for these goods", () => {
    const densities = settings.densities.filter(({ hsChapters }) => hsChapters.length > 0);
    const goods = { kind: "laden" as const, lines: [line(1, { gross: 9_000, volume: 1 }, { hs: "250100" })] };
    const facts = readWeightFacts([{}], goods, "22G1", settings);
    expect(checkLineWeights(goods, facts, { ...settings, densities })).toEqual([]);
  });

  test("is reported in a sentence with line, figures and source", () => {
    expect(inEnglish(check([line(3, { gross: 1_500, volume: 0.5 }, { whose: " of manifest 2" })]))).toEqual([
      {
        rule: "density-unlikely",
        severity: "critical",
        lane: "cargo",
        declared: "1,500 kg, 0.5 m³",
        observed: null,
        message:
          "Line 3 of manifest 2, Shirts, declares 1,500 kg, 0.5 m³: 3,000 kg/m³, but goods of HS chapter 61 weigh 80 to 500 kg/m³ as stowed.",
        lines: [3],
        explanation: ["density of goods of HS chapter 61: 80 to 500 kg/m³ (textiles)"],
      },
    ]);
  });
});

describe("the volume of all goods", () => {
  test("may exceed the capacity of the container by the tolerated share", () => {
    expect(check([line(1, { volume: 33 })])).toEqual([]);
    expect(check([line(1, { volume: 33.1 })])).toHaveLength(1);
  });

  test("adds up over the lines that state one, which the finding names", () => {
    expect(inEnglish(check([line(1, { volume: 20.5 }), line(2, {}), line(3, { volume: 14 })]))).toEqual([
      {
        rule: "volume-exceeds-container",
        severity: "warning",
        lane: "cargo",
        declared: "34.5 m³",
        observed: null,
        message: "The declared volumes add up to 34.5 m³, but a container of size-type 22G1 holds 30 m³.",
        lines: [1, 3],
        explanation: ["capacity of 22G1: 30 m³ (containers)"],
      },
    ]);
  });

  test("is not judged for a container of an unknown type, nor for one without a stated capacity", () => {
    const lines = [line(1, { volume: 99 })];
    expect(check(lines, { sizeType: null })).toEqual([]);
    const goods = { kind: "laden" as const, lines };
    const facts = readWeightFacts([{}], goods, "22G1", settings);
    expect(checkLineWeights(goods, { ...facts, type: { ...facts.type!, capacityM3: null } }, settings)).toEqual([]);
  });
});
