import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { findInWeights as find, type StatedWeights, type WeighedContainer } from "./testing.ts";

describe("the verified gross mass", () => {
  const withTare = { gross: 4_000, tare: 1_000, net: 3_000 };

  test.each([
    [2_999, "warning"],
    [3_000, undefined],
    [5_000, undefined],
    [5_001, "warning"],
    [6_000, "warning"],
    [6_001, "critical"],
  ])("of %d kg beside a gross weight of 4,000 kg: %s", (vgm, severity) => {
    expect(find("vgm-deviates", { ...withTare, vgm })[0]?.severity).toBe(severity);
  });

  test("is not judged where it or the gross weight of one manifest is not stated", () => {
    expect(find("vgm-deviates", withTare)).toEqual([]);
    expect(find("vgm-deviates", { vgm: 30_000, net: 1_000 })).toEqual([]);
    expect(find("vgm-deviates", [{ ...withTare, vgm: 30_000 }, { net: 3_000 }])).toEqual([]);
  });

  test("agrees with any tare that containers of the type have", () => {
    expect(find("vgm-deviates", { gross: 4_000, vgm: 7_000 })).toEqual([]);
    expect(find("vgm-deviates", { gross: 4_000, vgm: 10_000 }, { sizeType: null })).toEqual([]);
  });

  test("that is less is reported in one finding about the container", () => {
    expect(inEnglish(find("vgm-deviates", { ...withTare, vgm: 1_000 }))).toEqual([
      {
        rule: "vgm-deviates",
        severity: "critical",
        lane: "cargo",
        declared: "1,000 kg",
        observed: null,
        message:
          "The verified gross mass (VGM) is 1,000 kg, but the gross weight is 4,000 kg, read as including the tare, as tare and net weight show: the VGM is 75 % less, where 25 % is tolerated.",
      },
    ]);
  });

  const typical = { ...withTare, tare: undefined, net: undefined };
  test.each<[string, StatedWeights[], WeighedContainer, string]>([
    ["as the lines show that it includes the tare", [{ ...typical, lines: [2_000], vgm: 8_000 }], {},
      "the gross weight is 4,000 kg, read as including the tare, as the weights of the lines show: the VGM is 100 % more"],
    ["as that of the cargo, beside a stated tare", [{ ...withTare, net: 4_000, vgm: 10_000 }], {},
      "the gross weight is 4,000 kg, read as that of the cargo alone, as tare and net weight show, with a tare of 1,000 kg: the VGM is 100 % more"],
    ["as that of the cargo, beside the tares of the type", [{ ...typical, vgm: 14_000 }], {},
      "the gross weight is 4,000 kg, read as that of the cargo alone, with a tare of 1,000 kg to 3,000 kg: the VGM is 100 % more"],
    ["as that of the cargo, beside the tares of all types", [{ ...typical, vgm: 20_000 }], { sizeType: null },
      "the gross weight is 4,000 kg, read as that of the cargo alone, with a tare of 1,000 kg to 6,000 kg: the VGM is 100 % more"],
    ["with the tare, where that agrees better", [{ ...typical, vgm: 1_000 }], {},
      "the gross weight is 4,000 kg, read as including the tare: the VGM is 75 % less"],
    ["together, with the highest tare", [{ gross: 2_000, tare: 1_000, vgm: 10_000 }, { gross: 0.5, tare: 2_000 }, { gross: 999.5, tare: 1_500 }], {},
      "the gross weights of 3 manifests add up to 3,000 kg, read as that of the cargo alone, with a tare of 2,000 kg: the VGM is 100 % more"],
    ["together, by all that shows it", [{ ...withTare, vgm: 28_000 }, withTare, { ...typical, tare: 1_000, lines: [3_000] }, typical], {},
      "the gross weights of 4 manifests add up to 14,000 kg, read as including the tare, as tare and net weight show, as the weights of the lines show: the VGM is 100 % more"],
  ])("is compared with the gross weight, read %s", (_how, stated, container, words) => {
    expect(find("vgm-deviates", stated, container)[0]?.message).toContain(`but ${words}`);
  }); // prettier-ignore

  test("is compared with a sum that includes the tare once, where some manifests include it and some do not", () => {
    const ofCargo = { gross: 4_000, lines: [4_000] };
    const found = find("vgm-deviates", [{ ...withTare, vgm: 16_000 }, withTare, ofCargo]);
    expect(inEnglish(found[0]?.message)).toBe(
      "The verified gross mass (VGM) is 16,000 kg, but the gross weights of 3 manifests add up to 11,000 kg, read as including the tare, as tare and net weight show: the VGM is 45.5 % more, where 25 % is tolerated.",
    );
  });
});

describe("the verified gross masses of several manifests", () => {
  test("differ by the tolerated share at most", () => {
    expect(find("vgm-differs", [{ vgm: 4_500 }, { vgm: 4_000 }, { vgm: 5_000 }, {}])).toEqual([]);
    expect(find("vgm-differs", [{ vgm: 4_500 }, {}])).toEqual([]);
  });

  test("are reported with the least and the most", () => {
    expect(inEnglish(find("vgm-differs", [{ vgm: 5_000 }, { vgm: 4_000 }, { vgm: 7_000 }, { vgm: 6_000 }]))).toEqual([
      {
        rule: "vgm-differs",
        severity: "warning",
        lane: "cargo",
        declared: "4,000 kg and 7,000 kg",
        observed: null,
        message:
          "The verified gross mass (VGM) of manifest 2 is 4,000 kg, but that of manifest 3 is 7,000 kg: a container has one.",
      },
    ]);
  });
});
