import type { Container, ContainerStatus } from "@container-inspection/shared-schemas";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useIsSupervisor } from "../api/me.ts";
import { CONTAINER_STATUSES } from "../shell/choices.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useSelection } from "../ui/use-selection.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { ClassChips } from "./class-chips.tsx";
import { NumberCheckChip, StatusChip } from "./container-chips.tsx";
import { useContainers } from "./containers-api.ts";
import { HandOverBar } from "./hand-over-bar.tsx";

const route = getRouteApi("/shell/containers");

/** All containers the caller may see, the latest activity first, with search, filter and pages. */
export function ContainersPage() {
  const { q, status, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error } = useContainers({ q, status, cursor });
  const isSupervisor = useIsSupervisor();
  const selection = useSelection(data?.items);
  const filter = (changed: { q?: string; status?: ContainerStatus }) =>
    void navigate({ search: { q, status, ...changed }, replace: true, resetScroll: false });

  return (
    <>
      <div className="page-head">
        <PageTitle title="Containers" />
        <search className="filters">
          <SearchField label="Container number" value={q ?? ""} search={(text) => filter({ q: text || undefined })} />
          <select
            aria-label="Status"
            value={status ?? ""}
            onChange={({ target }) => filter({ status: CONTAINER_STATUSES.find((name) => name === target.value) })}
          >
            <option value="">Any status</option>
            {CONTAINER_STATUSES.map((name) => (
              <option key={name} value={name}>
                {name.toLowerCase()}
              </option>
            ))}
          </select>
        </search>
      </div>
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && <NoContainers filtered={q !== undefined || status !== undefined} />}
      {selection.items.length > 0 && <HandOverBar containers={selection.items} onDone={selection.remove} />}
      {data && data.items.length > 0 && (
        <ul className="container-list">
          {data.items.map((container) => (
            <li key={container.id} className={isSupervisor ? "selectable" : undefined}>
              {isSupervisor && (
                <input
                  type="checkbox"
                  aria-label={`Select ${container.containerNumber}`}
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

function ContainerRow({ container }: { container: Container }) {
  const scan = container.categoryScan;
  return (
    <Link to="/containers/$id" params={{ id: container.id }} className="card container-row">
      <div>
        <strong className="number">{container.containerNumber}</strong>
        <NumberCheckChip check={container.numberCheck} />
      </div>
      <StatusChip status={container.status} />
      <div className="container-row-load">
        {scan ? <ClassChips summary={scan.summary} /> : <span className="faint">not scanned yet</span>}
      </div>
      <span className="faint">{scan && <TimeAgo at={scan.timestamp} />}</span>
    </Link>
  );
}

function NoContainers({ filtered }: { filtered: boolean }) {
  if (filtered) return <Notice title="No matching containers">Change the number or the status.</Notice>;
  return <Notice title="No containers yet">Containers appear here with the first scan of an edge device.</Notice>;
}
