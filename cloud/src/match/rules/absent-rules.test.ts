import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { findNotObserved } from "./absent-rules.ts";
import type { SeenPicture } from "./pictures.ts";
import { detect, lineOf, settings, showing } from "./testing.ts";

const shoes = lineOf(2, ["carton"], { label: "Shoes", packageCount: 40 });
const find = (lines: ReturnType<typeof lineOf>[], ...pictures: SeenPicture[]) =>
  findNotObserved(pictures, lines, settings);
const drums = (view: "door" | "xray-full", modelName: string | null = null) =>
  showing(detect("drum", 3), { view, modelName });

test("02b: goods that a door view does not show are only information, with their lines", () => {
  const hats = lineOf(3, ["carton"], { label: "Hats" });
  expect(inEnglish(find([lineOf(1, ["drum"]), shoes, hats, lineOf(4, ["roll", "sack"])], drums("door")))).toEqual([
    {
      rule: "declared-goods-not-observed",
      severity: "info",
      lane: "cargo",
      declared: "Shoes, Hats",
      observed: "3 drums",
      lines: [2, 3],
      explanation: ["word goods → carton (lines 2, 3)"],
      message:
        "Lines 2, 3 (Shoes, Hats) were not observed, and may be hidden or out of view. The pictures show 3 drums.",
    },
    expect.objectContaining({
      lines: [4],
      message: "Line 4 (Goods 4) was not observed, and may be hidden or out of view. The pictures show 3 drums.",
    }),
  ]);
});

test("lines that any picture shows, and lines that leave their goods open, are not missed", () => {
  const open = [lineOf(3, []), lineOf(4, ["pallet"]), lineOf(5, ["crate"], { kind: "vague" })];
  expect(find([shoes, ...open], drums("door"), showing(detect("carton")))).toEqual([]);
  expect(find([lineOf(1, ["sack", "drum"])], drums("xray-full"))).toEqual([]);
});

describe("a picture of the whole load", () => {
  test("proves that goods are missing", () => {
    const lines = [shoes, lineOf(3, ["carton"], { label: "Hats" })];
    expect(find(lines, drums("xray-full"))).toMatchObject([
      {
        severity: "warning",
        message:
          "Lines 2, 3 (Shoes, Hats) were expected as carton, but a picture of the whole load shows only 3 drums.",
      },
    ]);
    expect(find([lineOf(4, ["roll", "sack"], { packageCount: 9 })], drums("door"), drums("xray-full"))).toMatchObject([
      {
        severity: "warning",
        message: "Line 4 (Goods 4) was expected as roll or sack, but a picture of the whole load shows only 3 drums.",
      },
    ]);
  });

  test.each<[string | null, number | undefined, string]>([
    [null, undefined, "info"],
    [null, 1, "info"],
    [null, 2, "warning"],
    ["another", 2, "warning"],
    ["category-demo", 2, "info"],
    ["category-demo", 3, "warning"],
  ])("by model %j, with %j packages: %s", (modelName, packageCount, severity) => {
    const line = lineOf(1, ["carton"], { packageCount });
    expect(find([line], drums("xray-full", modelName))).toMatchObject([{ severity }]);
  });

  test("is the one that the finding describes", () => {
    const [finding] = find([shoes], showing(detect("sack", 7)), drums("xray-full"));
    expect(finding).toMatchObject({ severity: "warning", observed: "3 drums" });
  });

  test("counts the packages of all lines that look alike", () => {
    const one = (line: number) => lineOf(line, ["carton"], { packageCount: 1 });
    expect(find([one(1), one(2)], drums("xray-full"))).toMatchObject([{ severity: "warning", lines: [1, 2] }]);
  });

  test("proves nothing where pallets or unknown objects may hide the goods", () => {
    for (const hiding of ["pallet", "zebra"]) {
      const picture = showing([...detect("drum", 3), ...detect(hiding)], { view: "xray-full" });
      expect(find([shoes], picture)).toMatchObject([{ severity: "info" }]);
    }
  });
});

test("what several pictures show is listed once per class, by the picture that shows most of it", () => {
  const [finding] = find([shoes], showing([...detect("drum", 2), ...detect("sack", 5)]), showing(detect("drum", 3)));
  expect(finding?.observed).toBe("3 drums, 5 sacks");
});
