import type { DriftMeasure, Reading } from "./compare-days.ts";

/** State of one measure of a camera after the newest day that could be compared. */
export type MeasureState = Reading & {
  measure: DriftMeasure;
  day: string;
  limit: number;
  isDrifted: boolean;
  /** The first of the days that made it drift; null while it has not. */
  since: string | null;
  /** Days in a row that disagree with `isDrifted`, and the first of them. */
  streak: { days: number; first: string; direction: number } | null;
};

/**
 * Adds one day: a measure drifts once a set number of consecutive days are beyond the limit in the same direction, and
 * is well again after as many within it. Days without enough to compare change nothing.
 */
export function followMeasure(
  before: MeasureState | undefined,
  reading: Reading & { measure: DriftMeasure; day: string; limit: number },
  consecutiveDays: number,
): MeasureState {
  const { change, limit, day } = reading;
  const isDrifted = before?.isDrifted ?? false;
  const direction = Math.abs(change) > limit ? Math.sign(change) : 0;
  const kept = { ...reading, isDrifted, since: before?.since ?? null };
  if ((direction !== 0) === isDrifted) return { ...kept, streak: null };
  const known = before?.streak?.direction === direction ? before.streak : { days: 0, first: day, direction };
  const streak = { ...known, days: known.days + 1 };
  if (streak.days < consecutiveDays) return { ...kept, streak };
  return { ...reading, isDrifted: !isDrifted, since: isDrifted ? null : streak.first, streak: null };
}
