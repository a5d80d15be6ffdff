import { describe, expect, test } from "vitest";
import type { DriftSettings } from "../../config/drift-section.ts";
import { type DriftMeasure, driftMeasures, learnReference, readDay, type Reference } from "./compare-days.ts";
import type { DayCounts } from "./day-counts.ts";
import { followMeasure, type MeasureState } from "./follow-drift.ts";
import { type Change, simulateCamera } from "./testing/simulate-camera.ts";

/** The defaults of the configuration. */
const settings: DriftSettings = {
  referenceDays: 14,
  consecutiveDays: 2,
  minimumLooks: 100,
  confidenceChange: 0.05,
  emptyChangePercent: 25,
  classesDistance: 0.25,
  sharpnessChangePercent: 30,
  exposureChangeLevels: 25,
  weekendDays: [6, 0],
};

type Alarm = { day: number; measure: DriftMeasure };

/** The alarms of a simulated camera; its first days are the reference. */
function watch(seed: number, days: number, change?: Change): Alarm[] {
  const learned: DayCounts[] = [];
  let reference: Reference | undefined;
  const states = new Map<DriftMeasure, MeasureState>();
  const alarms: Alarm[] = [];
  for (const [index, day] of [...simulateCamera(seed, days, change)].entries()) {
    if (index < settings.referenceDays) {
      learned.push(day);
      continue;
    }
    reference ??= learnReference(learned, settings);
    const readings = readDay(day, reference.totals, settings);
    for (const measure of driftMeasures) {
      const [reading, limit] = [readings[measure], reference.limits[measure]];
      if (!reading || limit === null) continue;
      const before = states.get(measure);
      const after = followMeasure(before, { ...reading, measure, limit, day: day.day }, settings.consecutiveDays);
      states.set(measure, after);
      if (after.isDrifted && !before?.isDrifted) alarms.push({ day: index, measure });
    }
  }
  return alarms;
}

test("reports nothing in a year of 20 cameras with nights, weekends, closed days, weather and seasons", () => {
  const alarms = Array.from({ length: 20 }, (_, camera) => watch(camera + 1, 365));
  expect(alarms.flat()).toEqual([]);
});

describe("a real change is reported within three days", () => {
  // 2 March 2026, a Monday.
  const fromDay = 60;
  const changes: [string, Omit<Change, "fromDay">, DriftMeasure[]][] = [
    ["the confidence drops by 0.1", { confidence: -0.1 }, ["confidence"]],
    ["a dirty lens halves the sharpness", { sharpness: 0.5 }, ["sharpness"]],
    ["a class vanishes", { missingClass: "drum" }, ["classes", "missing", "empty"]],
    ["the pictures become darker", { exposure: -40 }, ["exposure"]],
    ["the pictures become brighter", { exposure: 40 }, ["exposure"]],
    ["half of the loads are no longer found", { missed: 0.5 }, ["empty"]],
  ];
  test.each(changes)("%s", (_, change, expected) => {
    for (let seed = 101; seed <= 110; seed++) {
      const [first] = watch(seed, fromDay + 3, { fromDay, ...change });
      expect(expected, `camera ${seed}`).toContain(first?.measure);
      expect(first?.day).toBeGreaterThanOrEqual(fromDay);
    }
  });
});
