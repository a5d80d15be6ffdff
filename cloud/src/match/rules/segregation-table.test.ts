import { expect, test } from "vitest";
import { findSegregation } from "./segregation-table.ts";

function segregationOf(left: string, right: string) {
  const found = findSegregation(left, right);
  return found && { rank: found.rank, term: found.term.name.text };
}

test("the table reads the same from both sides", () => {
  const classes = "1.1 1.2 1.3 1.4 1.5 1.6 2.1 2.2 2.3 3 4.1 4.2 4.3 5.1 5.2 6.1 6.2 7 8 9".split(" ");
  for (const left of classes)
    for (const right of classes)
      expect([left, right, findSegregation(left, right)]).toEqual([left, right, findSegregation(right, left)]);
});

test.each([
  ["3", "5.1", { rank: 2, term: "separated from" }],
  ["8", "4.1", { rank: 1, term: "away from" }],
  ["1.2", "4.1", { rank: 4, term: "separated longitudinally by a complete compartment or hold from" }],
  ["1.5", "4.1", { rank: 4, term: "separated longitudinally by a complete compartment or hold from" }],
  ["4.1", "1.6", { rank: 3, term: "separated by a complete compartment or hold from" }],
  ["3", "8", undefined],
  ["9", "1.1", undefined],
  ["12", "3", undefined],
  ["3", "12", undefined],
])("classes %s and %s", (left, right, expected) => expect(segregationOf(left, right)).toEqual(expected));
