import type { Container, ContainerStatus } from "@container-inspection/shared-schemas";
import { Link } from "react-router";
import { useContainers } from "../api.ts";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { ClassChips } from "./class-chips.tsx";
import { NumberCheckChip, StatusChip } from "./container-chips.tsx";

const STATUSES: ContainerStatus[] = ["REGISTERED", "SCANNED", "ESCALATED", "HELD", "INSPECT", "CLEARED"];

/** All containers the caller may see, newest first, with search, filter and pages. */
export function ContainersPage() {
  const listing = useListing();
  const { filter, change, cursor } = listing;
  const q = filter.get("q") ?? "";
  const status = STATUSES.find((name) => name === filter.get("status"));
  const { data, error, isPending } = useContainers({ q, status, cursor });

  return (
    <>
      <div className="page-head">
        <h1>Containers</h1>
        <search className="filters">
          <input
            type="search"
            placeholder="Container number"
            aria-label="Container number"
            value={q}
            onChange={(event) => change({ q: event.target.value })}
          />
          <select aria-label="Status" value={status ?? ""} onChange={(event) => change({ status: event.target.value })}>
            <option value="">Any status</option>
            {STATUSES.map((name) => (
              <option key={name} value={name}>
                {name.toLowerCase()}
              </option>
            ))}
          </select>
        </search>
      </div>
      {error && <Notice title="The list cannot be shown">{error.message}</Notice>}
      {!error && !isPending && data?.items.length === 0 && <NoContainers filtered={q !== "" || status !== undefined} />}
      {data && data.items.length > 0 && (
        <ul className="container-list">
          {data.items.map((container) => (
            <ContainerRow key={container.id} container={container} />
          ))}
        </ul>
      )}
      <Pager listing={listing} nextCursor={data?.nextCursor} />
    </>
  );
}

function ContainerRow({ container }: { container: Container }) {
  const scan = container.categoryScan;
  return (
    <li>
      <Link to={`/containers/${container.id}`} className="card container-row">
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
    </li>
  );
}

function NoContainers({ filtered }: { filtered: boolean }) {
  if (filtered) return <Notice title="No matching containers">Change the number or the status.</Notice>;
  return <Notice title="No containers yet">Containers appear here with the first scan of an edge device.</Notice>;
}
