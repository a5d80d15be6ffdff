import type { Container, ContainerFacets } from "@container-inspection/shared-schemas";
import { plural, t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useIsSupervisor } from "../api/me.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { ExportButton } from "../ui/export-button.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useSelection } from "../ui/use-selection.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { AddContainer } from "./add-container.tsx";
import { ClassChips } from "./class-chips.tsx";
import { NumberCheckChip, StatusChip } from "./container-chips.tsx";
import { ContainerFilters, useContainerFilter } from "./container-filters.tsx";
import { thumbnailUrl, useContainers } from "./containers-api.ts";
import { exportContainers } from "./export-csv.ts";
import { useFacets } from "./facets-api.ts";
import { HandOverBar } from "./hand-over-bar.tsx";

const route = getRouteApi("/shell/containers");

/** All containers the caller may see, the latest activity first, with search, facets and pages. */
export function ContainersPage() {
  const { cursor } = route.useSearch();
  const filter = useContainerFilter();
  const { data, error } = useContainers({ ...filter, cursor });
  const { data: counts } = useFacets(filter);
  const isSupervisor = useIsSupervisor();
  const selection = useSelection(data?.items);
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);

  return (
    <>
      <div className="page-head">
        <PageTitle title={t`Containers`} />
        {counts && <span className="faint">{countOf(counts)}</span>}
        <AddContainer />
        <ExportButton run={() => exportContainers(filter)} />
      </div>
      <ContainerFilters facets={counts?.facets} />
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && <NoContainers filtered={isNarrowed} />}
      {selection.items.length > 0 && <HandOverBar containers={selection.items} onDone={selection.remove} />}
      {data && data.items.length > 0 && (
        <ul className="container-list">
          {data.items.map((container) => (
            <li key={container.id} className={isSupervisor ? "selectable" : undefined}>
              {isSupervisor && (
                <input
                  type="checkbox"
                  aria-label={t`Select ${container.containerNumber}`}
                  checked={selection.ids.has(container.id)}
                  onChange={({ target }) => selection.toggle(container.id, target.checked)}
                />
              )}
              <ContainerRow container={container} />
            </li>
          ))}
        </ul>
      )}
      <Pager cursor={cursor} nextCursor={data?.nextCursor} />
    </>
  );
}

const countOf = ({ counted, isComplete }: ContainerFacets) =>
  isComplete
    ? plural(counted, { one: "# container", other: "# containers" })
    : plural(counted, { one: "# or more container", other: "# or more containers" });

function ContainerRow({ container }: { container: Container }) {
  const scan = container.categoryScan;
  return (
    <Link to="/containers/$id" params={{ id: container.id }} className="card container-row">
      {scan ? (
        <img src={thumbnailUrl(container.id, scan.scanId)} alt="" loading="lazy" width="72" height="54" />
      ) : (
        <span className="no-picture" />
      )}
      <div>
        <strong className="number">{container.containerNumber}</strong>
        <NumberCheckChip check={container.numberCheck} />
      </div>
      <StatusChip status={container.status} />
      <div className="container-row-load">
        {scan ? <ClassChips summary={scan.summary} /> : <span className="faint">{t`not scanned yet`}</span>}
      </div>
      <span className="faint">{scan && <TimeAgo at={scan.timestamp} />}</span>
    </Link>
  );
}

function NoContainers({ filtered }: { filtered: boolean }) {
  if (filtered) return <Notice title={t`No matching containers`}>{t`Change the search or the filters.`}</Notice>;
  return (
    <Notice title={t`No containers yet`}>
      {t`Containers appear here with the first scan of an edge device, or when you add one.`}
    </Notice>
  );
}
