import type { QueuedEscalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { isRefusal } from "../api/api-error.ts";
import { useMe } from "../api/me.ts";
import { useEscalation, useQueueCounts } from "../escalations/escalations-api.ts";
import { useFacets } from "../containers/facets-api.ts";
import { useReportViewing, useViewers } from "../escalations/viewers.ts";
import { shortTotal } from "../ui/list-total.tsx";
import { KeysButton } from "../ui/keys-button.tsx";
import { SupervisorsOnly } from "../escalations/supervisors-only.tsx";
import { lazyPage } from "../ui/lazy-page.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { ListSkeleton, Unread } from "../ui/skeleton.tsx";
import { useKeys } from "../ui/use-keys.ts";
import { useMedia } from "../ui/use-media.ts";
import { useSelection } from "../ui/use-selection.ts";
import { QueueList, rowId } from "./queue-list.tsx";
import { preloadItem, useQueue } from "./review-api.ts";
import { ReviewDetail } from "./review-detail.tsx";
import { ReviewFilters } from "./review-filters.tsx";

const route = getRouteApi("/shell/review");
const BulkBar = lazyPage(async () => (await import("./bulk-bar.tsx")).BulkBar);
const MINUTE_MS = 60_000;
/** Media query for the width from which the styles show the queue and the item side by side. */
const WIDE = "(min-width: 1101px)";

/** The supervisors' work: the queue on the left, and the information for a decision on the right. */
export function ReviewPage() {
  const search = route.useSearch();
  const queue = useFilteredQueue();
  const selection = useSelection(queue.items);
  const place = usePlace(queue.items);
  const isDetailShown = useMedia(WIDE) || place.isOpened;
  useReportViewing(isDetailShown ? place.shownId : undefined);
  const viewers = useViewers();
  useKeys({
    j: () => place.go(1),
    k: () => place.go(-1),
    x: () => place.shownId !== undefined && selection.toggle(place.shownId),
  });
  if (isRefusal(queue.error, 403)) return <SupervisorsOnly />;
  return (
    <>
      <ReviewHead />
      <div className={place.isOpened ? "review opened" : "review"}>
        <div className="review-queue in-order">
          <ReviewFilters />
          <ListProblem error={queue.error} />
          <Suspense>
            {selection.items.length > 0 && <BulkBar items={selection.items} onDone={selection.remove} />}
          </Suspense>
          {!queue.items && !queue.error && <ListSkeleton />}
          {queue.items?.length === 0 && (
            <Notice title={t`Nothing to review`}>{t`No escalation matches the filter.`}</Notice>
          )}
          <QueueList
            items={queue.items ?? []}
            shownId={place.shownId}
            viewers={viewers}
            selected={selection.ids}
            onSelect={selection.toggle}
          />
          {queue.showMore && <button type="button" className="quiet" onClick={queue.showMore}>{t`Show more`}</button>}
        </div>
        {place.shownId !== undefined && (
          <div>
            <Link className="review-back" to="/review" search={{ ...search, id: undefined }}>{t`← Queue`}</Link>
            <Opened id={place.shownId} items={queue.items} onDecided={() => place.go(1)} />
          </div>
        )}
      </div>
    </>
  );
}

function ReviewHead() {
  const { data: counts, isPending } = useQueueCounts(true);
  const waiting = counts && counts.open + counts.claimed;
  return (
    <div className="page-head in-order">
      <PageTitle title={waiting ? t`Review (${waiting})` : t`Review`}>{t`Review`}</PageTitle>
      {isPending && <Unread />}
      {counts && (
        <span className="faint">{t`${counts.open} open, ${counts.claimed} claimed, ${counts.mine} by you`}</span>
      )}
      <YellowLink />
      <Link to="/passages">{t`Unidentified vehicles`}</Link>
      <Link to="/escalations" search={{ show: "All" }}>{t`All escalations`}</Link>
      <KeysButton page="review" />
    </div>
  );
}

const YELLOW = { verdict: "yellow", status: "SCANNED" } as const;

/** Leads to the yellow containers, about which no user has decided, the longest waiting first, with their number. */
function YellowLink() {
  const { data: counts, isPending } = useFacets(YELLOW, 0);
  const waiting = counts?.total && shortTotal(counts.total);
  return (
    <>
      {isPending && <Unread />}
      <Link className="push" to="/containers" search={{ ...YELLOW, sort: "laneSince" }}>
        {waiting === undefined ? t`Yellow containers` : t`Yellow containers (${waiting})`}
      </Link>
    </>
  );
}

/** The queue as the address filters it. */
function useFilteredQueue() {
  const { show, source, lane, class: className, age } = route.useSearch();
  const userId = useMe().data?.id;
  const minute = Math.floor(Date.now() / MINUTE_MS);
  const { data, error, hasNextPage, fetchNextPage } = useQueue({
    state: show === "Open" ? "OPEN" : show && "CLAIMED",
    claimedById: show === "Mine" ? userId : undefined,
    source,
    laneId: lane,
    class: className,
    raisedBefore: age && new Date((minute - Number(age)) * MINUTE_MS).toISOString(),
  });
  return { items: data, error, showMore: hasNextPage ? () => void fetchNextPage() : undefined };
}

/** Returns the open escalation and a function that opens its neighbours; preloads the next one. */
function usePlace(items: QueuedEscalation[] | undefined) {
  const { id } = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  // The first one of the opening stays open when a more severe one arrives.
  const [first, setFirst] = useState(items?.[0]?.id);
  if (first === undefined && items?.[0]) setFirst(items[0].id);
  const shownId = id ?? first;
  const at = items?.findIndex((item) => item.id === shownId) ?? -1;
  const next = items?.[at + 1];
  useEffect(() => {
    if (next) void preloadItem(queries, next).catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when another one comes next
  }, [next?.id, queries]);
  const go = (step: 1 | -1) => {
    const target = items?.[at + step] ?? (step === 1 ? items?.find((item) => item.id !== shownId) : undefined);
    if (!target) return;
    void navigate({ search: (before) => ({ ...before, id: target.id }), replace: true, resetScroll: false });
    document.getElementById(rowId(target.id))?.focus();
  };
  return { shownId, isOpened: id !== undefined, go };
}

type OpenedProps = { id: string; items: QueuedEscalation[] | undefined; onDecided: () => void };

/** The open escalation as the queue has it; one that is decided, or outside the filter, is read by itself. */
function Opened({ id, items, onDecided }: OpenedProps) {
  const queued = items?.find((item) => item.id === id);
  const { data, error } = useEscalation(id, queued === undefined && items !== undefined);
  const escalation = queued ?? data;
  if (error && !escalation) return <Notice title={t`The escalation cannot be shown`} />;
  if (!escalation) return <ListSkeleton />;
  return <ReviewDetail escalation={escalation} onDecided={onDecided} />;
}
