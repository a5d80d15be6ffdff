import { describe, expect, test } from "vitest";
import { between, createRandom } from "../../bench/tracking/random.ts";
import { type Direction, drawGoods, driveLoads, type Scan, visibleMs, type Visitor } from "./testing/drive-loads.ts";

const directionOf = (seed: number): Direction => (seed % 2 === 0 ? "left" : "right");
const stopping = (beside: number) => ({ forMs: 5_000, beside });

function driveOne(seed: number, longestGapMs: number): Scan[] {
  const goods = drawGoods(createRandom(seed));
  const visitors = [{ goods, atMs: 1_000, stops: stopping(0) }];
  return driveLoads({ visitors, direction: directionOf(seed), longestGapMs, seed });
}

type Convoy = { isSameGoods: boolean; firstStops: boolean; longestGapMs: number };

/** Two loads, the second of which comes up to 1.5 seconds after the first has left the picture. */
function driveTwo(seed: number, { isSameGoods, firstStops, longestGapMs }: Convoy): Scan[] {
  const random = createRandom(seed);
  const direction = directionOf(seed);
  const goods = drawGoods(random);
  const first: Visitor = { goods, atMs: 1_000, stops: firstStops ? stopping(0) : null };
  const others = isSameGoods ? goods : drawGoods(random);
  const second: Visitor = { goods: others, atMs: 0, stops: stopping(between(random, -0.15, 0.15)) };
  const gapMs = between(random, 100, 1_500);
  const atMs = visibleMs(first, direction).toMs + gapMs - visibleMs(second, direction).fromMs;
  return driveLoads({ visitors: [first, { ...second, atMs }], direction, longestGapMs, seed });
}

const runAll = (runs: number, drive: (seed: number) => Scan[]): Scan[][] =>
  Array.from({ length: runs }, (_, seed) => drive(seed));

/** The runs that ended otherwise than expected, as text. */
const failures = (runs: readonly Scan[][], isExpected: (scans: Scan[]) => boolean): string[] =>
  [...runs.entries()]
    .filter(([, scans]) => !isExpected(scans))
    .map(([seed, scans]) => `${seed}: ${scans.map(({ reason, shows }) => `${reason} of ${shows.join()}`).join(" ")}`);

const showsEach = (loads: number[]) => (scans: Scan[]) =>
  loads.every((load) => scans.some(({ shows }) => shows.includes(load)));

describe.each([100, 300, 600])("with up to %i ms between two pictures", (longestGapMs) => {
  test("a load that stops is always scanned, and once in 99 of 100 runs", () => {
    const runs = runAll(100, (seed) => driveOne(seed, longestGapMs));
    expect(failures(runs, showsEach([0]))).toEqual([]);
    const repeated = failures(runs, (scans) => scans.length === 1);
    expect(repeated.slice(1)).toEqual([]);
  });

  test.each([
    ["two loads of the same goods that stop", { isSameGoods: true, firstStops: true }],
    ["two loads of other goods that stop", { isSameGoods: false, firstStops: true }],
    ["a load that drives through, and one of the same goods that stops", { isSameGoods: true, firstStops: false }],
    ["a load that drives through, and one of other goods that stops", { isSameGoods: false, firstStops: false }],
  ])("%s are scanned each", (_, convoy) => {
    const runs = runAll(50, (seed) => driveTwo(seed, { ...convoy, longestGapMs }));
    const lost = failures(runs, showsEach([0, 1]));
    // With half of the pictures missing or more, a thing of the second load can be taken for one of the first.
    expect(lost.slice(longestGapMs > 300 ? 1 : 0)).toEqual([]);
  });
});
