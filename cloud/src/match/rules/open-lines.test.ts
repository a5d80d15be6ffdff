import { describe, expect, test } from "vitest";
import type { SeenPicture } from "./pictures.ts";
import { detect, lineOf, settings, showing } from "./testing.ts";
import { findUndeclared, type GoodsSettings, limitBeside } from "./undeclared-rules.ts";

const coffee = lineOf(1, ["sack"], { label: "Coffee" });
const judge = (picture: SeenPicture, lines: ReturnType<typeof lineOf>[], by: GoodsSettings = settings) =>
  findUndeclared(picture, lines, by).map(({ severity }) => severity);

describe("beside vague lines", () => {
  const vague = lineOf(2, [], { kind: "vague", label: "CONSOLIDATED CARGO" });
  test("undeclared packages stay a finding, which is not critical", () => {
    expect(judge(showing([...detect("sack", 9), ...detect("drum", 12)]), [coffee, vague])).toEqual(["warning"]);
    expect(limitBeside([vague], "critical")).toBe("warning");
    expect(limitBeside([vague], "info")).toBe("info");
    expect(limitBeside([], "critical")).toBe("critical");
    expect(limitBeside([vague, lineOf(3, [])], "critical")).toBe("info");
  });

  test("where no line identifies its goods, nothing is declared to compare with", () => {
    expect(judge(showing(detect("drum", 12)), [vague])).toEqual(["info"]);
  });
});

test("a whole load of goods that look alike is at most a warning, up to their declared number", () => {
  const rules = { ...settings.rules, errorConfidences: [{ fromConfidence: 0.8, share: 0.02 }] };
  const by = { rules, map: { ...settings.map, lookAlikes: [{ class: "roll", takenFor: "drum", rate: 0.05 }] } };
  const coils = (packageCount: number) => [lineOf(1, ["roll"], { packageCount })];
  const drums = detect("drum", 4, { confidence: 0.9 });
  expect(judge(showing(drums), coils(5), by)).toEqual(["warning"]);
  expect(judge(showing(drums), coils(3), by)).toEqual(["critical"]);
  expect(judge(showing([...drums, ...detect("sack", 9)]), [coffee, ...coils(5)], by)).toEqual(["critical"]);
});

test("another picture of the same view that shows none of the objects is named", () => {
  const picture = showing(detect("drum", 9), { scanId: "a", cameraId: "gate-2" });
  const other = showing(detect("sack", 25), { scanId: "b", cameraId: "gate-1" });
  const sentence = (all: SeenPicture[]) => findUndeclared(picture, [coffee], settings, all)[0]?.message;
  expect(sentence([picture, other])).toMatch(/ Another picture by camera gate-1 shows 25 sacks, and no drums\.$/);
  expect(sentence([picture, { ...other, view: "top" }])).not.toMatch(/Another/);
});
