import * as fc from "fast-check";
import { expect, test } from "vitest";
import { assign } from "./assignment.ts";

const solve = (costs: number[][], limit: number) =>
  assign([...costs.keys()], [...(costs[0] ?? []).keys()], (row, column) => costs[row]![column]!, limit);

test("the cheapest pairs are taken together, not one by one", () => {
  const greedyWouldTake = [
    [0.1, 0.2], // the best single pair leaves row 1 with 0.9
    [0.15, 0.9],
  ];
  expect(solve(greedyWouldTake, 1).pairs).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test("a pair beyond the limit is never taken to allow another", () => {
  // Without the limit 0–1 and 1–0 would be cheapest together (0.5 + 0.85 < 0.2 + 1.2), 0.85 dropped afterwards.
  const { pairs, freeRows, freeColumns } = solve(
    [
      [0.2, 0.5],
      [0.85, 1.2],
    ],
    0.8,
  );
  expect({ pairs, freeRows, freeColumns }).toEqual({ pairs: [[0, 0]], freeRows: [1], freeColumns: [1] });
});

test("no rows or no columns leave the others free", () => {
  expect(assign([], ["x"], () => 0, 1)).toEqual({ pairs: [], freeRows: [], freeColumns: ["x"] });
  expect(assign(["x"], [], () => 0, 1)).toEqual({ pairs: [], freeRows: ["x"], freeColumns: [] });
});

test("of all pairings, none saves more; every row and column is used once", () => {
  const matrix = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).chain(([rows, columns]) => {
    const cost = fc.double({ min: 0, max: 1, noNaN: true });
    const row = fc.array(cost, { minLength: columns, maxLength: columns });
    return fc.array(row, { minLength: rows, maxLength: rows });
  });
  fc.assert(
    fc.property(matrix, fc.double({ min: 0.1, max: 1, noNaN: true }), (costs, limit) => {
      const { pairs, freeRows, freeColumns } = solve(costs, limit);
      const saved = pairs.reduce((sum, [row, column]) => sum + limit - costs[row]![column]!, 0);
      expect(saved).toBeCloseTo(mostSaved(costs, limit), 9);
      expect(pairs.every(([row, column]) => costs[row]![column]! < limit)).toBe(true);
      expect(sorted([...pairs.map(([row]) => row), ...freeRows])).toEqual([...costs.keys()]);
      expect(sorted([...pairs.map(([, column]) => column), ...freeColumns])).toEqual([...costs[0]!.keys()]);
    }),
  );
});

function sorted(values: number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

/** Tries every pairing. */
function mostSaved([row, ...rest]: number[][], limit: number, taken: readonly number[] = []): number {
  if (!row) return 0;
  const choices = row.map((cost, column) =>
    taken.includes(column) ? 0 : limit - cost + mostSaved(rest, limit, [...taken, column]),
  );
  return Math.max(mostSaved(rest, limit, taken), ...choices);
}
