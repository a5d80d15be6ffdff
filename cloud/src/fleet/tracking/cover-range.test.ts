import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverRange } from "./cover-range.ts";

const at = (time: string) => Date.parse(`2026-10-18T${time}Z`);
const pieces = (from: string, until: string) =>
  coverRange(at(from), at(until)).map(({ widthSeconds, fromMs, untilMs }) =>
    [widthSeconds, ...[fromMs, untilMs].map((ms) => new Date(ms).toISOString().slice(11, -1))].join(" "),
  );

describe("coverRange", () => {
  test("takes whole hours, whole minutes at both ends, and single events for the seconds left over", () => {
    expect(pieces("09:58:30", "12:01:02.003")).toEqual([
      "0 09:58:30.000 09:59:00.000",
      "60 09:59:00.000 10:00:00.000",
      "3600 10:00:00.000 12:00:00.000",
      "60 12:00:00.000 12:01:00.000",
      "0 12:01:00.000 12:01:02.003",
    ]);
  });

  test("takes whole minutes where no whole hour fits, and single events where no whole minute fits", () => {
    expect(pieces("10:00:00", "10:05:00")).toEqual(["60 10:00:00.000 10:05:00.000"]);
    expect(pieces("10:00:00.001", "10:01:59.999")).toEqual(["0 10:00:00.001 10:01:59.999"]);
  });

  test("covers every range without gap or overlap, with whole buckets, in five pieces at most", () => {
    const time = fc.integer({ min: -35_000_000_000_000, max: 35_000_000_000_000 });
    fc.assert(
      fc.property(time, fc.integer({ min: 1, max: 8 * 86_400_000 }), (fromMs, lengthMs) => {
        const found = coverRange(fromMs, fromMs + lengthMs);
        expect(found.length).toBeLessThanOrEqual(5);
        expect(found.map((piece) => piece.fromMs)).toEqual([
          fromMs,
          ...found.slice(0, -1).map((piece) => piece.untilMs),
        ]);
        expect(found.at(-1)?.untilMs).toBe(fromMs + lengthMs);
        for (const { widthSeconds, fromMs, untilMs } of found) {
          expect(untilMs).toBeGreaterThan(fromMs);
          const widthMs = widthSeconds * 1_000;
          const isWhole =
            widthMs === 0 ? untilMs - fromMs < 120_000 : fromMs % widthMs === 0 && untilMs % widthMs === 0;
          expect(isWhole).toBe(true);
        }
      }),
    );
  });
});
