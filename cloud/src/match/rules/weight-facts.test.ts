import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { lineOf, roundWeights } from "./testing.ts";
import { readWeightFacts, sumGross, type WeighedManifest } from "./weight-facts.ts";

const linesOf = (grosses: readonly (number | undefined)[], manifest = 0) =>
  grosses.map((grossWeight, index) => lineOf(index + 1, [], { manifest, raw: { grossWeight } }));

function factsOf(manifests: readonly WeighedManifest[], lines = linesOf([]), sizeType: string | null = "22G1") {
  return readWeightFacts(manifests, { kind: "laden", lines }, sizeType, roundWeights);
}

describe("the gross weight of a manifest", () => {
  const byNet = ", as tare and net weight show";
  const byLines = ", as the weights of the lines show";
  const open = { includesTare: undefined, because: "", includedTareKg: 0 };

  test.each<[string, object, (number | undefined)[], object]>([
    ["includes the tare that makes net weight and tare agree with it", { gross: 4_000, tare: 1_000, net: 3_000 }, [],
      { includesTare: true, because: byNet, cargoKg: 3_000, includedTareKg: 1_000 }],
    ["is that of the cargo where the net weight agrees better", { gross: 4_000, tare: 1_000, net: 3_600 }, [],
      { includesTare: false, because: byNet, cargoKg: 4_000, includedTareKg: 0 }],
    ["includes the tare where both readings agree equally", { gross: 4_000, tare: 1_000, net: 3_500 }, [],
      { includesTare: true, because: byNet, cargoKg: 3_000, includedTareKg: 1_000 }],
    ["may differ by the tolerated share", { gross: 4_000, tare: 1_000, net: 2_000 }, [],
      { includesTare: true, because: byNet, cargoKg: 3_000, includedTareKg: 1_000 }],
    ["and not beyond that", { gross: 4_000, tare: 1_000, net: 1_999 }, [], { ...open, cargoKg: 1_999 }],
    ["is read by the lines where the net weight agrees with neither", { gross: 4_000, tare: 1_000, net: 500 }, [1_000, 3_000],
      { includesTare: false, because: byLines, cargoKg: 4_000, includedTareKg: 0 }],
    ["is read by net weight and tare before the lines", { gross: 4_000, tare: 1_000, net: 3_000 }, [4_000],
      { includesTare: true, because: byNet, cargoKg: 3_000, includedTareKg: 1_000 }],
    ["includes the stated tare, which comes before the typical one", { gross: 4_000, tare: 1_000 }, [3_000],
      { includesTare: true, because: byLines, cargoKg: 3_000, includedTareKg: 1_000 }],
    ["includes the typical tare where none is stated and the lines show it", { gross: 6_000 }, [4_000],
      { includesTare: true, because: byLines, cargoKg: 4_000, includedTareKg: 2_000 }],
    ["is open where one line has no weight", { gross: 6_000, net: 100 }, [4_000, undefined], { ...open, cargoKg: 100 }],
    ["is open with a net weight and no tare", { gross: 6_000, net: 4_000 }, [], { ...open, cargoKg: 4_000 }],
    ["is open where it is not stated", { tare: 1_000, net: 3_000 }, [3_000], { ...open, cargoKg: 3_000 }],
    ["is open where nothing else is stated", { gross: 6_000, tare: 2_000 }, [], { ...open, cargoKg: undefined }],
  ])("%s", (_what, weight, lines, expected) => {
    expect(inEnglish(factsOf([{ weight }], linesOf(lines)).papers[0]?.reading)).toEqual(expected);
  }); // prettier-ignore

  test("is open where the lines are known, but no tare", () => {
    const { papers } = factsOf([{ weight: { gross: 6_000, net: 100 } }], linesOf([4_000]), null);
    expect(papers[0]?.reading).toEqual({ ...open, cargoKg: 100 });
  });
});

test("each manifest is read with its own lines and name", () => {
  const lines = [...linesOf([1_000]), ...linesOf([2_000, 3_000], 1)];
  const { papers } = factsOf([{ id: "a", billOfLading: "BL7" }, { id: "b" }], lines);
  expect(
    inEnglish(papers.map(({ id, whose, lines }) => ({ id, whose, grosses: lines.map(({ grossKg }) => grossKg) }))),
  ).toEqual([
    { id: "a", whose: " of bill of lading BL7", grosses: [1_000] },
    { id: "b", whose: " of manifest 2", grosses: [2_000, 3_000] },
  ]);
});

test.each([
  ["22G1", 2_000],
  ["22V1", 2_000],
  ["42G1", 4_000],
  ["42V1", undefined],
  ["twenty", undefined],
  [null, undefined],
])("a container of size-type %s has a typical tare of %s kg", (sizeType, tareKg) => {
  expect(factsOf([], [], sizeType)).toMatchObject({ sizeType, papers: [] });
  expect(factsOf([], [], sizeType).type?.typicalTareKg).toBe(tareKg);
});

describe("the gross weights of all manifests", () => {
  const withTare = (tare: number) => ({ weight: { gross: 10_000 + tare, tare, net: 10_000 } });

  test.each<[string, WeighedManifest[], number | undefined]>([
    ["of one", [withTare(2_000)], 12_000],
    ["of one with decimals, whose tare is not added and taken off again",
      [{ weight: { gross: 30_810.9, tare: 2_200.3, net: 28_610.6 } }], 30_810.9],
    ["that include no tare", [{ weight: { gross: 5_000 } }, { weight: { gross: 7_000 } }], 12_000],
    ["that include the tare, of which the highest counts",
      [withTare(1_000), withTare(3_000), withTare(2_000)], 33_000],
    ["of which one includes the tare", [withTare(1_000), { weight: { gross: 7_000 } }], 18_000],
    ["of which one is not stated", [withTare(1_000), {}], undefined],
    ["of none", [], undefined],
  ])("%s add up", (_which, manifests, expected) => {
    expect(sumGross(factsOf(manifests).papers)).toBe(expected);
  }); // prettier-ignore
});
