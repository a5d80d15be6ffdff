/** A rollup's bucket widths, widest first. Every UTC day holds a whole number of each. */
export const ROLLUP_WIDTHS_S = [3_600, 60] as const;

/** One piece of a time range, from `fromMs` up to but not including `untilMs`; width 0 means single events. */
export type RangePiece = { widthSeconds: number; fromMs: number; untilMs: number };

/**
 * Covers [fromMs, untilMs) with whole hours, then whole minutes at both ends, then single events for the remaining
 * seconds. The pieces do not overlap, leave no gap, are in chronological order, and are five at most; at most two
 * minutes of them are single events.
 */
export function coverRange(fromMs: number, untilMs: number): RangePiece[] {
  return cover(fromMs, untilMs, ROLLUP_WIDTHS_S);
}

function cover(fromMs: number, untilMs: number, widths: readonly number[]): RangePiece[] {
  const [widthSeconds, ...finer] = widths;
  if (fromMs >= untilMs) return [];
  if (widthSeconds === undefined) return [{ widthSeconds: 0, fromMs, untilMs }];
  const widthMs = widthSeconds * 1_000;
  const firstMs = Math.ceil(fromMs / widthMs) * widthMs;
  const lastMs = Math.floor(untilMs / widthMs) * widthMs;
  if (firstMs >= lastMs) return cover(fromMs, untilMs, finer);
  const whole = { widthSeconds, fromMs: firstMs, untilMs: lastMs };
  return [...cover(fromMs, firstMs, finer), whole, ...cover(lastMs, untilMs, finer)];
}
