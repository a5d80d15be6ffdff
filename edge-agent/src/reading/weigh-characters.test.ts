import { describe, expect, test } from "vitest";
import { charactersOf } from "./testing.ts";
import { certaintyOf, weighLine } from "./weigh-characters.ts";

const row = (...parts: ReturnType<typeof charactersOf>[]) => ({ isRow: true, characters: parts.flat() });
const begins = (...parts: ReturnType<typeof charactersOf>[]) => weighLine(row(...parts)).map(({ begin }) => begin);

describe("the cost of a character", () => {
  test("follows how often the detector is right at its score", () => {
    const measured = [
      [0.28, 0.17],
      [0.53, 0.8],
      [0.63, 0.93],
      [0.78, 0.99],
    ] as const;
    for (const [score, share] of measured) expect(Math.abs(certaintyOf(score) - share)).toBeLessThan(0.1);
    const [faint, clear] = weighLine(row([{ ...charactersOf("U")[0]!, score: 0.3 }], charactersOf("1", { x: 45 })));
    expect(faint?.take).toBeLessThan(-1.8);
    expect(faint?.leave).toBeGreaterThan(-0.2);
    expect(clear?.take).toBeGreaterThan(-0.01);
    expect(clear?.leave).toBeLessThan(-8);
  });

  test("is much for the first of a line where another one adjoins it", () => {
    const [x, k] = begins(charactersOf("XKYU"));
    expect(x).toBe(0);
    expect(k).toBeLessThan(-6);
    const ends = weighLine(row(charactersOf("XKYU"))).map(({ end }) => end);
    expect(ends[3]).toBe(0);
    expect(ends[2]).toBeLessThan(-6);
  });

  test("is nothing where the preceding character belongs to another text: distant, of another size, or made up", () => {
    const kyu = charactersOf("KYU", { x: 100 });
    const before = (change: object) => begins([{ ...charactersOf("X", { x: 75 })[0]!, ...change }], kyu)[1];
    expect(before({})).toBeLessThan(-6);
    expect(before({ x: 30 })).toBeCloseTo(0, 6);
    expect(before({ height: 18 })).toBeCloseTo(0, 6);
    expect(before({ score: 0.2 })).toBeGreaterThan(-0.1);
  });

  test("counts a column's own spacing", () => {
    const column = { isRow: false, characters: charactersOf("XKYU", { step: { x: 0, y: 47 } }) };
    expect(weighLine(column)[1]?.begin).toBeLessThan(-6);
    expect(weighLine({ ...column, isRow: true })[1]?.begin).toBeGreaterThan(-6);
  });
});
