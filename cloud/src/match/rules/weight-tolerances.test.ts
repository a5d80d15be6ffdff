import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import type { DeclaredGoods } from "../reading/declared-line.ts";
import { findInWeights as find, lineOf, type StatedWeights as Stated, type WeighedContainer } from "./testing.ts";

const messages = (...given: Parameters<typeof find>) => find(...given).map(({ message }) => message);
const severities = (...given: Parameters<typeof find>) => find(...given).map(({ severity }) => severity);

/** The fields of a finding about the cargo of one manifest. */
const about = (rule: string) => ({ rule, lane: "cargo", observed: null, manifests: [{ manifestId: "m1", lines: [] }] });

describe("measures that cannot be read", () => {
  test("of the manifest are named without lines, up to three of them", () => {
    expect(inEnglish(find("measure-not-understood", { gross: "a", tare: "b", net: "c" }))).toEqual([
      {
        ...about("measure-not-understood"),
        severity: "info",
        lane: "documents",
        declared: "weight.gross “a”, weight.tare “b”, weight.net “c”",
        message:
          "The manifest states weights or volumes that could not be read, so they were not checked: weight.gross “a”, weight.tare “b”, weight.net “c”.",
      },
    ]);
  });

  test("of lines are named with each line once", () => {
    const raw = { grossWeight: "a", volume: "b" };
    const lines = [lineOf(3, [], { manifestId: "m1", raw }), lineOf(4, []), lineOf(5, [], { manifestId: "m1", raw })];
    expect(find("measure-not-understood", { vgm: "c" }, { goods: { kind: "laden", lines } })).toMatchObject([
      {
        declared: "weight.vgm “c”, line 3 grossWeight “a”, line 3 volume “b” and 2 more",
        lines: [3, 5],
        manifests: [{ manifestId: "m1", lines: [3, 5] }],
      },
    ]);
  });

  test("of many lines are named with as many lines as a finding holds", () => {
    const lines = Array.from({ length: 60 }, (_, index) => lineOf(index + 1, [], { raw: { volume: "?" } }));
    expect(find("measure-not-understood", {}, { goods: { kind: "laden", lines } })[0]?.lines).toHaveLength(50);
  });
});

describe("gross weight, tare and net weight", () => {
  test.each<[string, Stated, string[]]>([
    ["net above gross by the tolerated share", { gross: 4_000, net: 5_000 },
      ["The gross weight is 4,000 kg, but the net weight of 5,000 kg exceeds it by 25 %, of which it is a part."]],
    ["net above gross by a rounded pound", { gross: 4_000, net: 4_019 }, []],
    ["net above it by more", { gross: 4_000, net: 6_000 },
      ["The gross weight is 4,000 kg, but the net weight of 6,000 kg exceeds it by 50 %, where 25 % is tolerated."]],
    ["net far below gross, which may include an unknown tare", { gross: 4_000, net: 1_000 }, []],
    ["tare and net without a gross weight", { tare: 1_000, net: 3_000 }, []],
    ["half of the gross weight as packaging", { gross: 4_000, tare: 1_000, net: 1_000 }, []],
    ["more than half as packaging", { gross: 4_000, tare: 1_000, net: 600 },
      ["The gross weight is 4,000 kg, but the sum of tare and net weight, 1,000 kg + 600 kg = 1,600 kg, is 60 % less, where packaging takes at most 50 %."]],
    ["tare and net far above gross", { gross: 4_000, tare: 4_000, net: 6_000 },
      ["The gross weight is 4,000 kg, but the sum of tare and net weight, 4,000 kg + 6,000 kg = 10,000 kg, exceeds it by 150 %, where 25 % is tolerated."]],
    ["net above the gross weight of the cargo alone", { gross: 4_000, tare: 1_000, net: 6_000, lines: [4_000] },
      ["The gross weight is 4,000 kg, but the net weight of 6,000 kg exceeds it by 50 %, where 25 % is tolerated."]],
  ])("%s", (_what, weight, expected) => expect(messages("gross-net-mismatch", weight)).toEqual(expected)); // prettier-ignore

  test("are a warning about the manifest", () => {
    const found = { ...about("gross-net-mismatch"), severity: "warning", declared: "4,000 kg" };
    expect(inEnglish(find("gross-net-mismatch", { gross: 4_000, net: 6_000 }))).toEqual([
      { ...found, message: expect.any(String) },
    ]);
  });
});

describe("the weights of the lines", () => {
  test.each<[string, Stated | Stated[], WeighedContainer?]>([
    ["the net weight, by the tolerated share", { net: 4_000, lines: [2_000, 3_000] }],
    ["a weight between net and gross", { net: 1_000, gross: 9_000, tare: 100, lines: [3_000] }],
    ["the gross weight less the tare", { gross: 8_000, tare: 6_000, lines: [2_000] }],
    ["the gross weight less the typical tare", { gross: 4_000, lines: [2_000] }],
    ["the VGM", { gross: 1_000, vgm: 9_000, lines: [9_000] }],
    ["the VGM less the typical tare", { net: 9_000, vgm: 4_000, lines: [2_000] }],
    ["nothing, with a VGM alone", { vgm: 4_000, lines: [9_000] }],
    ["nothing, with a line without weight", { gross: 4_000, lines: [9_000, undefined] }],
    ["nothing, without lines", { gross: 4_000 }],
  ])("add up to %s", (_total, stated, circumstances) => {
    expect(find("line-weights-mismatch", stated, circumstances)).toEqual([]);
  });

  test.each<[string, Stated, string]>([
    ["net weight", { net: 4_000, lines: [6_000] }, "4,000 kg net: the nearest total, 4,000 kg, differs by 50 %"],
    ["gross weight, which is below the typical tare", { gross: 1_000, lines: [4_000] },
      "1,000 kg gross: the nearest total, 1,000 kg, differs by 300 %"],
    ["gross weight less the tare", { gross: 6_000, tare: 2_000, lines: [1_000] },
      "6,000 kg gross, 2,000 kg tare: the nearest total, 4,000 kg less a tare of 2,000 kg, differs by 75 %"],
    ["VGM", { net: 1_000, vgm: 8_000, lines: [12_000] },
      "1,000 kg net, 8,000 kg VGM: the nearest total, 8,000 kg, differs by 50 %"],
  ])("differ from the nearest total, the %s", (_total, stated, words) => {
    expect(messages("line-weights-mismatch", stated)[0]).toContain(`but the manifest states ${words}, where 25 % is`);
  }); // prettier-ignore

  test("differ from a gross weight of which no tare is known", () => {
    const found = messages("line-weights-mismatch", { gross: 4_000, lines: [2_000] }, { sizeType: null });
    expect(found[0]).toContain("the nearest total, 4,000 kg, differs by 50 %");
  });

  test("are not compared with a VGM that several manifests share", () => {
    const found = find("line-weights-mismatch", [{ gross: 1_000, vgm: 9_000, lines: [3_000, 6_000] }, {}]);
    expect(inEnglish(found)).toEqual([
      {
        ...about("line-weights-mismatch"),
        severity: "warning",
        declared: "9,000 kg",
        lines: [1, 2],
        manifests: [{ manifestId: "m1", lines: [1, 2] }],
        message:
          "The gross weights of the lines of manifest 1 add up to 9,000 kg, but the manifest states 1,000 kg gross: the nearest total, 1,000 kg, differs by 800 %, where 25 % is tolerated.",
      },
    ]);
  });
});

test.each([
  [1_499, 1],
  [1_500, 0],
  [2_500, 0],
  [2_501, 1],
])("a tare of %d kg in a 20-foot container has %d findings", (tare, count) => {
  expect(find("tare-out-of-range", { tare })).toHaveLength(count);
});

test("a tare out of range is reported with the range and its source", () => {
  expect(inEnglish(find("tare-out-of-range", { tare: 9_000 }))).toEqual([
    {
      ...about("tare-out-of-range"),
      severity: "warning",
      declared: "9,000 kg",
      message: "The tare is 9,000 kg, but containers of size-type 22G1 weigh 1,500 kg to 2,500 kg empty.",
      explanation: ["tare of 22G1: 1,500 kg to 2,500 kg (plates of 20 feet)"],
    },
  ]);
});

describe("the weight that a container may have", () => {
  const [usual, highest] = [20_000, 24_000];
  test.each([
    [usual, []],
    [usual + 1, ["info"]],
    [highest, ["info"]],
    [highest + 1, ["warning"]],
    [1.25 * highest, ["warning"]],
    [1.25 * highest + 1, ["critical"]],
  ])("%d kg: %j", (vgm, expected) => expect(severities("container-overloaded", { vgm })).toEqual(expected));

  test("is reported with both ratings and their source", () => {
    const explanation = ["ratings of 22G1: usual 20,000 kg, highest 24,000 kg (plates of 20 feet)"];
    const { manifests: _of, ...finding } = { ...about("container-overloaded"), explanation };
    expect(inEnglish(find("container-overloaded", { vgm: 22_000, gross: 22_000 }))).toEqual([
      {
        ...finding,
        severity: "info",
        declared: "22,000 kg",
        message:
          "The verified gross mass (VGM) is 22,000 kg, which is above the 20,000 kg that most containers of size-type 22G1 may weigh: check the maximum gross mass on its CSC plate.",
      },
    ]);
  });

  test.each<[string, Stated[]]>([
    ["The gross weight is 30,000 kg", [{ vgm: 26_000, gross: 30_000 }]],
    ["The gross weight is 30,000 kg", [{ gross: 9_000 }, { gross: 30_000 }, { vgm: 12_000 }]],
    ["The verified gross mass (VGM) is 30,000 kg", [{ vgm: 9_000 }, { vgm: 30_000 }]],
    ["The sum of the gross weights of 2 manifests is 38,000 kg", [{ gross: 20_000, vgm: 30_000 }, { gross: 18_000 }]],
  ])("is exceeded by the heaviest statement: %s", (words, stated) => {
    expect(messages("container-overloaded", stated)).toEqual([expect.stringContaining(`${words}, but`)]);
  });

  test("is unknown without a size-type", () => {
    expect(find("container-overloaded", { vgm: 99_000 }, { sizeType: null })).toEqual([]);
  });
});

describe("a container declared empty", () => {
  const empty = (stated: Stated | Stated[], sizeType: string | null = "22G1") =>
    messages("empty-but-heavy", stated, { goods: { kind: "empty" }, sizeType });

  test.each<[string, Stated | Stated[], string[]]>([
    ["its tare and what is tolerated", { vgm: 3_200, tare: 2_200 }, []],
    ["the highest tare of its type and what is tolerated", { vgm: 3_500 }, []],
    ["an unknown weight", { tare: 2_200 }, []],
    ["more, by its VGM", { vgm: 5_000, tare: 2_000 },
      ["The manifest declares an empty container, but it states 5,000 kg in all with a tare of 2,000 kg: 3,000 kg of cargo, where 1,000 kg is tolerated."]],
    ["more, by its gross weight", { gross: 5_000 },
      ["The manifest declares an empty container, but it states 5,000 kg in all with a tare of 2,500 kg: 2,500 kg of cargo, where 1,000 kg is tolerated."]],
    ["more, by the highest of several statements", [{ vgm: 5_000, tare: 2_000 }, { vgm: 7_000, tare: 2_500 }, { gross: 6_000 }],
      ["The manifest declares an empty container, but it states 7,000 kg in all with a tare of 2,500 kg: 4,500 kg of cargo, where 1,000 kg is tolerated."]],
  ])("weighs %s", (_weight, stated, expected) => expect(empty(stated)).toEqual(expected)); // prettier-ignore

  test("is judged by its stated tare where its type is unknown, and not at all without one", () => {
    expect(empty({ vgm: 5_000, tare: 2_000 }, null)).toHaveLength(1);
    expect(empty({ vgm: 5_000 }, null)).toEqual([]);
  });
});

describe("a container declared laden", () => {
  const light = (stated: Stated | Stated[], goods?: DeclaredGoods) =>
    find("laden-but-light", stated, goods && { goods });

  test("has at least the weight that cargo takes", () => {
    expect(light({ net: 500 })).toEqual([]);
    const { manifests: _of, ...finding } = about("laden-but-light");
    expect(inEnglish(light({ net: 499 }))).toEqual([
      {
        ...finding,
        severity: "warning",
        declared: "499 kg",
        message: "The manifest declares goods, but the weights that it states leave 499 kg for them, less than 500 kg.",
      },
    ]);
  });

  test("never has less than nothing in it", () => {
    const found = light({ gross: 2_000, tare: 2_100, net: 10 });
    expect(found).toMatchObject([{ declared: "0 kg", message: expect.stringContaining("leave 0 kg for them") }]);
  });

  test("is judged by all its manifests together, and only where each states its weight", () => {
    expect(light([{ net: 300 }, { net: 300 }])).toEqual([]);
    expect(light([{ net: 300 }, { net: 100 }])).toHaveLength(1);
    expect(light([{ net: 300 }, {}])).toEqual([]);
  });

  test("is not one whose goods are not stated, nor an empty one", () => {
    expect(light({ net: 300 }, { kind: "not-stated" })).toEqual([]);
    expect(light({ net: 300 }, { kind: "empty" })).toEqual([]);
  });
});
