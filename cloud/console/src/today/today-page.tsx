import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { GROUPS, MEASURES, RANGES } from "../shell/choices.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useZone } from "../ui/zone.ts";
import { measureNames } from "./counted.ts";
import { formerRange, rangeOf, type RangeName } from "./range.ts";
import { Tiles } from "./tiles.tsx";
import { useStatistics } from "./today-api.ts";

const PlacesCard = lazyPage(async () => (await import("./places-card.tsx")).PlacesCard);
const NewestScans = lazyPage(async () => (await import("./newest-scans.tsx")).NewestScans);
const route = getRouteApi("/shell/today");
const rangeNames = (): Record<RangeName, string> => ({
  today: t`Today`,
  yesterday: t`Yesterday`,
  week: t`7 days`,
  month: t`30 days`,
});

/** The day at a glance: arrivals, escalations, decisions, faults, and the newest scans. */
export function TodayPage() {
  const { range: name = "today", by = "lane", measure = "arrived" } = route.useSearch();
  const navigate = route.useNavigate();
  const range = rangeOf(name, new Date(), useZone());
  const { data, error } = useStatistics(range, by);
  const { data: former } = useStatistics(formerRange(name, new Date(), useZone()), by);
  const change = (search: Search) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true, resetScroll: false });
  return (
    <>
      <div className="page-head">
        <PageTitle title={rangeNames()[name]} />
        <div className="tabs push" role="group" aria-label={t`Range`}>
          {RANGES.map((one) => (
            <button key={one} type="button" aria-pressed={one === name} onClick={() => change({ range: one })}>
              {rangeNames()[one]}
            </button>
          ))}
        </div>
      </div>
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton rows={3} />}
      {data && <Tiles counts={data.total} former={former?.total} name={name} />}
      {data && <Places {...{ range, by, measure, data, change }} />}
      <Suspense>
        <NewestScans />
      </Suspense>
    </>
  );
}

type Search = { range?: RangeName; by?: (typeof GROUPS)[number]; measure?: (typeof MEASURES)[number] };
type PlacesProps = Required<Pick<Search, "by" | "measure">> & {
  range: ReturnType<typeof rangeOf>;
  data: NonNullable<ReturnType<typeof useStatistics>["data"]>;
  change: (search: Search) => void;
};

/** One measure over time, by lane or by site. */
function Places({ range, by, measure, data, change }: PlacesProps) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>{by === "site" ? t`By site` : t`By lane`}</h2>
        <div className="filters">
          <select
            aria-label={t`Measure`}
            value={measure}
            onChange={({ target }) => change({ measure: MEASURES.find((one) => one === target.value) })}
          >
            {MEASURES.map((one) => (
              <option key={one} value={one}>
                {measureNames()[one]}
              </option>
            ))}
          </select>
          <select
            aria-label={t`Grouped by`}
            value={by}
            onChange={({ target }) => change({ by: GROUPS.find((one) => one === target.value) })}
          >
            {GROUPS.map((one) => (
              <option key={one} value={one}>
                {one === "site" ? t`by site` : t`by lane`}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Suspense fallback={<div className="skeleton plot" />}>
        <PlacesCard range={range} groupBy={by} measure={measure} statistics={data} />
      </Suspense>
      {!data.upToDate && <p className="faint small">{t`The last minute is not counted yet.`}</p>}
    </section>
  );
}
