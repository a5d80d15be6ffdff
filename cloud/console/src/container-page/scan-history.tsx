import type { Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { wordOf } from "../language/words.ts";
import { SCAN_TYPES } from "../shell/choices.ts";
import { Unread } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useScans } from "../containers/containers-api.ts";
import { thumbnailUrl } from "../pictures/picture-urls.ts";

const route = getRouteApi("/shell/containers/$id");
type Props = { containerId: string; visit: number | undefined; shownId: string | undefined };

/** The scans of a visit as thumbnails, newest first, each with its own address; all, or those of one kind. */
export function ScanHistory({ containerId, visit, shownId }: Props) {
  const { type } = route.useSearch();
  const query = useScans(containerId, visit, type);
  const { data: scans = [], hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (query.isLoading && !type) return <Unread />;
  if (scans.length < 2 && !type) return null;
  return (
    <section className="card" aria-label={t`Scans`}>
      <div className="card-head">
        <h2>{t`Scans`}</h2>
        <TypeSelect />
      </div>
      {type && scans.length === 0 && !query.isPending && <p className="faint">{t`No ${wordOf(type)} scans.`}</p>}
      <ul className="history">
        {scans.map((scan) => (
          <li key={scan.id}>
            <HistoryItem containerId={containerId} scan={scan} visit={visit} isShown={scan.id === shownId} />
          </li>
        ))}
        {hasNextPage && (
          <li>
            <button type="button" className="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t`Older scans`}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

type ItemProps = { containerId: string; scan: Scan; visit: number | undefined; isShown: boolean };

function HistoryItem({ containerId, scan: { id, image, timestamp, type, summary }, visit, isShown }: ItemProps) {
  return (
    <Link
      to="/containers/$id"
      params={{ id: containerId }}
      search={(before) => ({ visit, type: before.type, scan: id })}
      resetScroll={false}
      className={isShown ? "history-item shown" : "history-item"}
      aria-current={isShown ? "true" : undefined}
      activeProps={{}}
    >
      {image && <img src={thumbnailUrl(containerId, id)} alt="" loading="lazy" />}
      <span>
        <Trans>
          {wordOf(type)} scan, <TimeAgo at={timestamp} />
        </Trans>
      </span>
      {/* Cargo is expected; the other kinds look for what should not be there. */}
      {type !== "category" && summary.length > 0 && (
        <strong>{summary.map(({ className }) => className.replaceAll("_", " ")).join(", ")}</strong>
      )}
    </Link>
  );
}

function TypeSelect() {
  const { type } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <select
      aria-label={t`Kind of scan`}
      value={type ?? ""}
      onChange={({ target }) => {
        const chosen = SCAN_TYPES.find((one) => one === target.value);
        void navigate({ search: (before) => ({ ...before, type: chosen }), resetScroll: false, replace: true });
      }}
    >
      <option value="">{t`all kinds`}</option>
      {SCAN_TYPES.map((one) => (
        <option key={one} value={one}>
          {wordOf(one)}
        </option>
      ))}
    </select>
  );
}
