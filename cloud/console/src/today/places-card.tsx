import type { Statistics } from "@container-inspection/shared-schemas/statistics";
import { t } from "@lingui/core/macro";
import { useTopology } from "../cameras/cameras-api.ts";
import { BarsWithTable } from "../ui/bars-with-table.tsx";
import { useZone } from "../ui/zone.ts";
import { counted, measureNames, type Measure } from "./counted.ts";
import { bucketsOf, type Range } from "./range.ts";

type Props = { range: Range; groupBy: "site" | "lane"; measure: Measure; statistics: Statistics };

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** Counts of each gate or lane: bars over time, and a table of the sums. */
export function PlacesCard({ range, groupBy, measure, statistics }: Props) {
  const nameOf = usePlaceNames();
  const zone = useZone();
  if (!nameOf) return <div className="skeleton plot" />;
  const startsMs = bucketsOf(range, new Date(), zone);
  const places = new Map<string, number[]>();
  for (const { at, siteId, laneId, ...counts } of statistics.items) {
    const name = nameOf(groupBy === "site" ? siteId : laneId);
    const values = places.get(name) ?? startsMs.map(() => 0);
    const index = startsMs.indexOf(Date.parse(at));
    values[index] = (values[index] ?? 0) + counted(measure, counts);
    places.set(name, values);
  }
  const layers = [...places]
    .map(([name, values]) => ({ name, values }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const name = measureNames()[measure];
  const label = groupBy === "site" ? t`${name} over time, by site` : t`${name} over time, by lane`;
  if (layers.length === 0) return <p className="faint">{t`Nothing happened in this range.`}</p>;
  return (
    <BarsWithTable
      {...{ label, startsMs, layers }}
      heads={{ name: groupBy === "site" ? t`Site` : t`Lane`, amount: name }}
      amountOf={sumOf}
    />
  );
}

/** The names of sites and lanes by their ids, once they are read; what no camera of a lane saw shares one. */
function usePlaceNames(): ((id: string | null) => string) | undefined {
  const { data, error } = useTopology();
  if (!data && !error) return undefined;
  const names = new Map(
    (data ?? []).flatMap((site) => [
      [site.id, site.name] as const,
      ...site.lanes.map((lane) => [lane.id, `${site.name}, ${lane.name}`] as const),
    ]),
  );
  return (id) => (id === null ? t`Without a lane` : (names.get(id) ?? id));
}
