import type { Statistics, StatisticsCounts, StatisticKind } from "@container-inspection/shared-schemas/statistics";
import type { DecisionMedian, StatisticsCount, StatisticsPlace } from "./statistics-store.ts";

type Named = Exclude<keyof StatisticsCounts, "arrivals" | "medianDecisionSeconds">;

/** Field of each kind in a reply. */
const fieldOf: Record<StatisticKind, Named> = {
  arrival: "statuses",
  passage: "passages",
  verdict: "verdicts",
  scan: "scans",
  class: "classes",
  escalation: "escalations",
  decision: "decisions",
};

type Counts = Record<Named, Record<string, number>> & Pick<StatisticsCounts, "arrivals" | "medianDecisionSeconds">;

/** Counts as the reply shows them: one item for each bucket and place where anything happened, in order of time. */
export function presentStatistics(
  counts: readonly StatisticsCount[],
  medians: readonly DecisionMedian[],
): Pick<Statistics, "total" | "items"> {
  const total = noCounts();
  const items = new Map<string, StatisticsPlace & { at: Date; counts: Counts }>();
  const countsAt = ({ at, siteId, laneId }: StatisticsPlace): Counts => {
    if (at === null) return total;
    const key = JSON.stringify([at, siteId, laneId]);
    const item = items.get(key) ?? { at, siteId, laneId, counts: noCounts() };
    items.set(key, item);
    return item.counts;
  };
  for (const { kind, name, count, ...place } of counts) {
    const target = countsAt(place);
    target[fieldOf[kind]][name] = count;
    if (kind === "arrival") target.arrivals += count;
  }
  for (const { seconds, ...place } of medians) countsAt(place).medianDecisionSeconds = seconds;
  const ordered = [...items.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return {
    total,
    items: ordered.map(({ at, siteId, laneId, counts: counted }) => ({
      at: at.toISOString(),
      siteId,
      laneId,
      ...counted,
    })),
  };
}

function noCounts(): Counts {
  return {
    arrivals: 0,
    statuses: none(),
    passages: none(),
    verdicts: none(),
    scans: none(),
    classes: none(),
    escalations: none(),
    decisions: none(),
    medianDecisionSeconds: null,
  };
}

/** Creates an empty record without a prototype, because a model may give a class any name. */
const none = (): Record<string, number> => Object.create(null);
