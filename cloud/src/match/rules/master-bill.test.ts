import { describe, expect, test } from "vitest";
import { bill, door, goods, one, red, seal, weigh } from "../testing/trade/notation.ts";
import { judgeLoad } from "../testing/judge-load.ts";
import { loadOf } from "../testing/officer-case.ts";

const houses = [
  bill("45G1", "Shoes | 640399 | 300 CT", { billOfLading: "H1", ...weigh({ gross: 10_000 }) }),
  bill("45G1", "Books | 490199 | 200 CT", { billOfLading: "H2", ...weigh({ gross: 8_000 }) }),
];
const master = (goods: string, weights: Record<string, number> = {}) =>
  bill("45G1", goods, { billOfLading: "M", ...weigh(weights) });
const judge = (first: ReturnType<typeof master>, ...others: typeof houses) =>
  judgeLoad(loadOf(one("", "", [first, ...others], [door("40 carton 0.9"), seal("X1", door)], red())));
const raised = (found: ReturnType<typeof judge>) =>
  found.findings.filter(({ severity }) => severity !== "info").map(({ rule }) => rule);

describe("a master bill that its house bills repeat", () => {
  test("counts once, by weight and packages, and is named", () => {
    const found = judge(master("CONSOLIDATED CARGO | | 500 PK", { gross: 18_000, vgm: 21_900 }), ...houses);
    expect(raised(found)).toEqual([]);
    expect(found.findings).toContainEqual(
      expect.objectContaining({
        rule: "bill-repeats-others",
        severity: "info",
        lane: "documents",
        message:
          "The goods of bill of lading M repeat those of the 2 other manifests (18,000 kg, 500 packages in all), so they were counted once.",
      }),
    );
  });

  test.each([
    ["its packages alone", master("CONSOLIDATED CARGO | | 500 PK")],
    ["its weight alone", master("CONSOLIDATED CARGO", { gross: 18_000 })],
    ["goods that look like those of the house bills", master("SHOES AND BOOKS | 640399 | 500 CT", { gross: 18_000 })],
  ])("is recognised by %s", (_name, first) =>
    expect(judge(first, ...houses).findings.map(({ rule }) => rule)).toContain("bill-repeats-others"),
  );

  test.each([
    ["states neither weight nor packages", master("CONSOLIDATED CARGO")],
    ["states another weight", master("CONSOLIDATED CARGO | | 500 PK", { gross: 12_000 })],
    ["states other packages", master("CONSOLIDATED CARGO | | 400 PK", { gross: 18_000 })],
    ["declares other goods", master("Lubricating oil | 271019 | 500 DR", { gross: 18_000 })],
  ])("is another bill where it %s", (_name, first) =>
    expect(judge(first, ...houses).findings.map(({ rule }) => rule)).not.toContain("bill-repeats-others"),
  );

  test("is not one of two bills of equal goods and weight", () => {
    const [first] = houses;
    const same = first ? [first, { ...first, billOfLading: "H9" }] : [];
    const found = judgeLoad(loadOf(one("", "", same, door("40 carton 0.9"), red())));
    expect(found.findings.map(({ rule }) => rule)).not.toContain("bill-repeats-others");
  });
});

describe("what a master bill declares is never lost", () => {
  const oil = bill("22G1", "Olive oil | | 50 DR", { billOfLading: "H1", ...weigh({ gross: 10_000 }) });
  const honey = bill("22G1", "Honey | 040900 | 50 DR", { billOfLading: "H2", ...weigh({ gross: 10_000 }) });
  const judgeDrums = (first: ReturnType<typeof master>, pictures = [door("20 drum 0.9 3")]) =>
    judgeLoad(loadOf(one("", "", [first, oil, honey], pictures, red()))).findings;
  const rulesOf = (found: ReturnType<typeof judgeDrums>) => found.map(({ rule }) => rule);
  const of = (lines: ReturnType<typeof goods>) =>
    bill("22G1", [lines], { billOfLading: "M", ...weigh({ gross: 20_000 }) });
  const acid = { dangerousGoods: { unNumber: "1830", imoClass: "8" } };

  test.each([
    ["a UN number", of(goods("SULPHURIC ACID | | 100 DR", acid))],
    ["an HS code", of(goods("SULPHURIC ACID | 280700 | 100 DR"))],
    ["a UN number beside vague words", of(goods("CONSOLIDATED CARGO | | 100 PK", acid))],
  ])("%s that no house bill states makes it another bill, whose dangers are judged", (_name, first) => {
    const found = rulesOf(judgeDrums(first));
    expect(found).not.toContain("bill-repeats-others");
    expect(found).toContainEqual(expect.stringMatching(/^dangerous-goods-(?:with-food|undeclared)$/));
  });

  test("an HS code that house bills state with more digits is theirs", () => {
    const first = master("SHOES AND BOOKS | 6403 | 500 CT", { gross: 18_000 });
    expect(judge(first, ...houses).findings.map(({ rule }) => rule)).toContain("bill-repeats-others");
  });

  test("its words on danger are judged where it repeats the others", () => {
    const found = judgeDrums(of(goods("SULPHURIC ACID | | 100 DR")));
    expect(rulesOf(found)).toContain("bill-repeats-others");
    expect(found).toContainEqual(expect.objectContaining({ rule: "dangerous-goods-undeclared", severity: "warning" }));
  });

  test("its seals are compared where it repeats the others", () => {
    const first = of(goods("CONSOLIDATED CARGO | | 100 PK", { sealNumber: "HLG5512345" }));
    const found = judgeDrums(first, [door("20 drum 0.9 3"), seal("MLCN889001", door)]);
    expect(rulesOf(found)).toContain("bill-repeats-others");
    expect(found).toContainEqual(expect.objectContaining({ rule: "seal-number", severity: "critical" }));
  });

  test("a vague description of a bill that repeats the others is no finding", () => {
    const found = judgeDrums(of(goods("CONSOLIDATED CARGO | | 100 PK")));
    expect(rulesOf(found)).not.toContain("vague-description");
  });
});
