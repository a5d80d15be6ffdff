import { Link } from "@tanstack/react-router";
import { TimeAgo } from "../ui/time-ago.tsx";
import { thumbnailUrl, useScans } from "./containers-api.ts";

type Props = { containerId: string; visit: number | undefined; shownId: string | undefined };

/** The scans of a visit as small pictures, newest first, each with an address of its own. */
export function ScanHistory({ containerId, visit, shownId }: Props) {
  const { data: scans = [], hasNextPage, fetchNextPage, isFetchingNextPage } = useScans(containerId, visit);
  if (scans.length < 2) return null;
  return (
    <section className="card">
      <h2>Scans</h2>
      <ul className="history">
        {scans.map(({ id, image, timestamp, type }) => (
          <li key={id}>
            <Link
              to="/containers/$id"
              params={{ id: containerId }}
              search={{ visit, scan: id }}
              resetScroll={false}
              className={id === shownId ? "history-item shown" : "history-item"}
              aria-current={id === shownId ? "true" : undefined}
              activeProps={{}}
            >
              {image && <img src={thumbnailUrl(containerId, id)} alt="" loading="lazy" />}
              <span>
                {type} scan, <TimeAgo at={timestamp} />
              </span>
            </Link>
          </li>
        ))}
        {hasNextPage && (
          <li>
            <button type="button" className="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Older scans
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}
