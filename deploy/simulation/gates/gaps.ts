import type { GateSchedule, Span } from "./gate-schedule.ts";

export const MINIMUM_PRESENCE_MS = 400;

/** The times without pictures of a station. */
export const gapsOf = ({ gaps }: Pick<GateSchedule, "gaps">, station: string): Span[] =>
  gaps.filter((gap) => gap.station === station).map(({ span }) => span);

/** The part of a time that begins and ends with a picture; null if that is too short for a load. */
export function shownPart({ fromMs, toMs }: Span, gaps: readonly Span[]): Span | null {
  const span = { fromMs: shownFrom(fromMs, gaps), toMs };
  for (const gap of gaps.toSorted((a, b) => b.toMs - a.toMs)) {
    if (gap.fromMs < span.toMs && span.toMs <= gap.toMs) span.toMs = gap.fromMs;
  }
  return span.toMs - span.fromMs > MINIMUM_PRESENCE_MS ? span : null;
}

/** The first time with a picture from a time on. */
export function shownFrom(atMs: number, gaps: readonly Span[]): number {
  let shownMs = atMs;
  for (const { fromMs, toMs } of gaps.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs <= shownMs && shownMs < toMs) shownMs = toMs;
  }
  return shownMs;
}
