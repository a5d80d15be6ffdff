import type { StatisticsCounts } from "@container-inspection/shared-schemas/statistics";
import { t } from "@lingui/core/macro";
import type { MEASURES } from "../shell/choices.ts";

export type Measure = (typeof MEASURES)[number];

const sumOf = (counts: Record<string, number | undefined>) =>
  Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);

/** Returns the display names of the measures. */
export const measureNames = (): Record<Measure, string> => ({
  arrived: t`arrived`,
  escalated: t`escalated`,
  decided: t`decided`,
  held: t`held`,
});

/** One of the counts. */
export function counted(measure: Measure, counts: StatisticsCounts): number {
  if (measure === "arrived") return counts.arrivals;
  if (measure === "escalated") return sumOf(counts.escalations);
  if (measure === "held") return counts.decisions.hold ?? 0;
  return sumOf(counts.decisions);
}

/** 5400 → "1 h 30 min"; below a minute in seconds. */
export function durationOf(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
