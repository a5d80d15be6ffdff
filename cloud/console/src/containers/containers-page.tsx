import type { ContainerFacets } from "@container-inspection/shared-schemas/containers";
import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useElementScrollRestoration, useRouterState } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useIsSupervisor, useMe } from "../api/me.ts";
import { PageActions } from "../ui/page-actions.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { ExportButton } from "../ui/export-button.tsx";
import { KeysButton } from "../ui/keys-button.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { TotalOf } from "../ui/list-total.tsx";
import { Notice } from "../ui/notice.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useSelectedIds } from "../ui/use-selection.ts";
import { AddContainer } from "./add-container.tsx";
import { ContainerFilters, useContainerFilter } from "./container-filters.tsx";
import type { ContainerFilter, OrderedFilter } from "./containers-api.ts";
import { ContainersList } from "./containers-list.tsx";
import { exportContainers } from "./export-csv.ts";
import { useFacets } from "./facets-api.ts";
import { HandOverBar } from "./hand-over-bar.tsx";
import { type ContainersPart, KEPT_MS, useContainerList } from "./use-container-list.ts";
import { useHold } from "./use-hold.ts";
import { useShownList } from "./neighbours.ts";
import type { Place } from "./use-rows.ts";

const route = getRouteApi("/shell/containers");

/** State of a list when the user left it: the held containers and the scroll position. */
type Left = Place & { held: ContainersPart | undefined };

/** All containers the caller may see, in an order, with search and facets, as table or as grid. */
export function ContainersPage() {
  const filter = useContainerFilter();
  const { view, sort } = route.useSearch();
  const isGrid = view === "grid";
  const asked: OrderedFilter = { ...filter, sort: sort ?? "lastActivity" };
  const name = JSON.stringify([asked, isGrid]);
  const list = useRef<HTMLElement>(null);
  const [left, leave] = useLeft(name);
  const { ids, toggle, remove, clear } = useSelectedIds(name);
  const isHeld = useHold(list, left !== undefined) || ids.size > 0;
  const { items, first, readAt, error, hasNewer, follow, showMore } = useContainerList(asked, isHeld, left?.held);
  useShownList(items);
  const { data: counts } = useFacets(filter, readAt);
  const selectable = useIsSupervisor() ? ids : undefined;

  return (
    <>
      <Head filter={filter} counts={counts} />
      <ListProblem error={error} />
      {!items && !error && <ListSkeleton />}
      {items?.length === 0 && <NoContainers filter={filter} />}
      {ids.size > 0 && <HandOverBar containers={items?.filter(({ id }) => ids.has(id)) ?? []} {...{ remove, clear }} />}
      <ShowNewer isShown={isHeld && hasNewer} sort={asked.sort} />
      {items && items.length > 0 && (
        <ContainersList
          key={name}
          list={list}
          items={items}
          isGrid={isGrid}
          follow={follow}
          place={left}
          leave={(place) => leave({ ...place, held: first })}
          total={exactTotal(counts)}
          selected={selectable}
          select={toggle}
        />
      )}
      <ShowMore run={showMore} />
    </>
  );
}

/** Reads the next page, which is otherwise read by scrolling. */
const ShowMore = ({ run }: { run: (() => void) | undefined }) =>
  run && <button type="button" className="quiet" onClick={run}>{t`Show more`}</button>;

const Head = ({ filter, counts }: { filter: ContainerFilter; counts: ContainerFacets | undefined }) => (
  <>
    <div className="page-head">
      <PageTitle title={t`Containers`} />
      <TotalOf total={counts?.total} nameOf={(count) => plural(count, { one: "container", other: "containers" })} />
      <PageActions>
        <LayoutTabs />
        <AddContainer />
        <ExportButton run={() => exportContainers(filter)} />
        <KeysButton page="containers" />
      </PageActions>
    </div>
    <ContainerFilters facets={counts?.facets} />
  </>
);

/** The choice between the layouts, kept in the address. */
function LayoutTabs() {
  const { view = "table" } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (chosen: "grid" | undefined) =>
    void navigate({ search: (before) => ({ ...before, view: chosen }), replace: true, resetScroll: false });
  return (
    <div className="tabs" role="group" aria-label={t`Layout`}>
      <button type="button" aria-pressed={view === "table"} onClick={() => choose(undefined)}>{t`Table`}</button>
      <button type="button" aria-pressed={view === "grid"} onClick={() => choose("grid")}>{t`Grid`}</button>
    </div>
  );
}

/** Leads to the top of the list, which then follows the changes. */
function ShowNewer({ isShown, sort }: { isShown: boolean } & Pick<OrderedFilter, "sort">) {
  if (!isShown) return null;
  const show = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  };
  return (
    <button type="button" className="newer-activity" onClick={show}>
      {sort === "laneSince" ? t`Show the list as it is now` : t`Show the newest activity`}
    </button>
  );
}

/**
 * Returns the state in which a returning user left the list, undefined for a user who opens it, and a function that
 * stores it. The state is kept with the service's answers, which another user who signs in does not find.
 */
function useLeft(name: string): [Left | undefined, (left: Left) => void] {
  const queries = useQueryClient();
  const queryKey = ["containers-left", name];
  const scrolled = useElementScrollRestoration({ getElement: () => window });
  const isReturn = useRouterState({ select: ({ location }) => location.state.isReturn === true });
  const [opened] = useState(() => ({
    name,
    left: scrolled || isReturn ? queries.getQueryData<Left>(queryKey) : undefined,
  }));
  const leave = (left: Left) => {
    queries.setQueryDefaults(queryKey, { gcTime: KEPT_MS });
    queries.setQueryData(queryKey, left);
  };
  return [opened.name === name ? opened.left : undefined, leave];
}

/** Returns the number of containers in the list; undefined if it is not exact. */
const exactTotal = (counts: ContainerFacets | undefined) => (counts?.total?.isExact ? counts.total.count : undefined);

function NoContainers({ filter }: { filter: ContainerFilter }) {
  const { data: me } = useMe();
  if (!me) return null;
  const isOperator = me.role === "operator";
  if (Object.values(filter).some((value) => value !== undefined))
    return (
      <Notice title={t`No matching containers`}>
        {t`Change the search or the filters.`} {isOperator && t`Containers of other operators are not shown.`}
      </Notice>
    );
  if (isOperator)
    return (
      <Notice title={t`No containers yet`}>
        {t`While you are on shift in a lane, the containers that pass it are yours.`}{" "}
        <Link to="/shifts">{t`Take a lane`}</Link>
      </Notice>
    );
  return (
    <Notice title={t`No containers yet`}>
      {t`Containers appear here with the first scan of an edge device, or when you add one.`}
    </Notice>
  );
}
