import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { useIsSupervisor } from "../api/me.ts";
import { useFleetFaults } from "../cameras/cameras-api.ts";
import { useFacets } from "../containers/facets-api.ts";
import { wordOf } from "../language/words.ts";
import { GROUPS, MEASURES, RANGES } from "../shell/choices.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useZone } from "../ui/zone.ts";
import { counted, measureNames, durationOf } from "./counted.ts";
import { rangeOf, type RangeName } from "./range.ts";
import { useNewest, useStatistics } from "./today-api.ts";

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
      {data && <Tiles counts={data.total} />}
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

type Counts = NonNullable<ReturnType<typeof useStatistics>["data"]>["total"];

function Tiles({ counts }: { counts: Counts }) {
  const isSupervisor = useIsSupervisor();
  const { data: faults } = useFleetFaults(isSupervisor);
  const median = counts.medianDecisionSeconds;
  return (
    <dl className="tiles">
      <Tile name={t`Arrived`}>{counted("arrived", counts)}</Tile>
      <Tile name={t`Escalated`}>{counted("escalated", counts)}</Tile>
      <Tile name={t`Held`}>{counted("held", counts)}</Tile>
      <HeldNow />
      <Tile name={t`Median time to decision`}>{median === null ? "–" : durationOf(median)}</Tile>
      {faults && (
        <>
          <Tile name={t`Silent devices`} names={faults.silentDevices.map((device) => device.name)}>
            {faults.silentDevices.length}
          </Tile>
          <Tile name={t`Low on disk space`} names={faults.lowDisks.map((device) => device.name)}>
            {faults.lowDisks.length}
          </Tile>
          <Tile name={t`Wrong clocks`} names={faults.wrongClocks.map((device) => device.name)}>
            {faults.wrongClocks.length}
          </Tile>
          <Tile
            name={t`Faulty cameras`}
            names={faults.faultyCameras.map(({ cameraId, name, fault }) => `${name ?? cameraId}: ${wordOf(fault)}`)}
          >
            {faults.faultyCameras.length}
          </Tile>
        </>
      )}
    </dl>
  );
}

/** Number of containers that are held now, whenever that was decided. */
function HeldNow() {
  const { dataUpdatedAt } = useNewest();
  const { data: facets } = useFacets({ status: "HELD" }, dataUpdatedAt);
  return (
    <Tile name={t`Held now`}>
      <Link to="/containers" search={{ status: "HELD" }}>
        {facets?.counted ?? "–"}
      </Link>
    </Tile>
  );
}

/** One number; `names` lists the faulty items, which are highlighted. */
const Tile = ({ name, names = [], children }: { name: string; names?: string[]; children: ReactNode }) => (
  <div className={names.length > 0 ? "card tile wrong" : "card tile"}>
    <dt className="faint">{name}</dt>
    <dd>
      <strong>{children}</strong>
      {names.length > 0 && <span className="small">{names.slice(0, 3).join(", ")}</span>}
    </dd>
  </div>
);
