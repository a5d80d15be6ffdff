import { describe, expect, test } from "vitest";
import { containerCases } from "./testing/container-cases.ts";
import { findProblems } from "./testing/find-problems.ts";
import { goodsCases } from "./testing/goods-cases.ts";
import { judgeLoad } from "./testing/judge-load.ts";
import { loadOf } from "./testing/officer-case.ts";
import { paperCases } from "./testing/paper-cases.ts";

const cases = [...goodsCases, ...paperCases, ...containerCases];

describe("the officer's cases that one match judges", () => {
  test.each(cases)("$id: $title", (one) => expect(findProblems(one)).toEqual([]));

  test("are each named once", () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });
});

// Case 44 among them has the most warnings.
test("the score orders with the lane: every red one is below every yellow one, every yellow one below every green one", () => {
  const judged = cases.map((one) => judgeLoad(loadOf(one)));
  const scoresOf = (wanted: string) => judged.filter(({ lane }) => lane === wanted).map(({ score }) => score);
  expect(Math.max(...scoresOf("red"))).toBeLessThan(Math.min(...scoresOf("yellow")));
  expect(Math.max(...scoresOf("yellow"))).toBeLessThan(Math.min(...scoresOf("green")));
});
