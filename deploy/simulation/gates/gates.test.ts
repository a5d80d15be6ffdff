import { describe, expect, test } from "vitest";
import { fewOrMany } from "../../testing/few-or-many.ts";
import { recordByAnnouncement } from "./record-by-announcement.ts";
import { searchGates } from "./search-gates.ts";

describe("simulated gates", () => {
  test("record no capture under another vehicle's number", () => {
    const { failure, figures } = searchGates({ firstSeed: 1, count: fewOrMany(500, 20_000) });
    expect(failure).toBeNull();
    expect(figures.foreign).toBe(0);
    expect(figures.identified).toBeGreaterThan(0.9 * figures.known);
  });

  test("take the same course for the same seed", () => {
    const run = () => searchGates({ firstSeed: 1, count: 5 }).figures;
    expect(run()).toEqual(run());
  });

  test("find within a hundred vehicles that a number which holds for minutes goes to the wrong one", () => {
    const { failure, figures } = searchGates({ firstSeed: 1, count: 100, record: recordByAnnouncement });
    expect(failure?.broken).toMatch(/of vehicle \d+ is recorded under CSQU/);
    expect(figures.vehicles).toBeLessThan(100);
    expect(failure?.smallest.vehicles.length).toBeLessThanOrEqual(2);
  });
});
