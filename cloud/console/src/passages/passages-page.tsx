import type { Passage } from "@container-inspection/shared-schemas/passages";
import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { KeysButton } from "../ui/keys-button.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useKeys } from "../ui/use-keys.ts";
import { PassageDetail } from "./passage-detail.tsx";
import { PassageList, rowId } from "./passage-list.tsx";
import { usePassages } from "./passages-api.ts";

const route = getRouteApi("/shell/passages");

/** Vehicles that no device could name: the list on the left, and the pictures of one of them on the right. */
export function PassagesPage() {
  const search = route.useSearch();
  const { show, lane } = search;
  const state = show === "Assigned" ? "assigned" : "unidentified";
  const { data: items, error, hasNextPage, fetchNextPage } = usePassages(state, lane);
  const place = usePlace(items);
  useKeys({ j: () => place.go(1), k: () => place.go(-1) });
  return (
    <>
      <PassagesHead />
      <div className={place.isOpened ? "review opened" : "review"}>
        <div className="review-queue">
          <ListProblem error={error} />
          {!items && !error && <ListSkeleton />}
          {items?.length === 0 && (
            <Notice title={t`Nothing here`}>
              {state === "assigned"
                ? t`No vehicle has been named by a person yet.`
                : t`Every vehicle has its container number.`}
            </Notice>
          )}
          <PassageList items={items ?? []} shownId={place.shown?.id} />
          {hasNextPage && (
            <button type="button" className="quiet" onClick={() => void fetchNextPage()}>{t`Show more`}</button>
          )}
        </div>
        {place.shown && (
          <div>
            <Link className="review-back" to="/passages" search={{ ...search, id: undefined }}>{t`← List`}</Link>
            <PassageDetail key={place.shown.id} passage={place.shown} onAssigned={() => place.go(1)} />
          </div>
        )}
      </div>
    </>
  );
}

function PassagesHead() {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const choices = [
    { value: undefined, name: t`Unidentified` },
    { value: "Assigned" as const, name: t`Named by a person` },
  ];
  return (
    <div className="page-head">
      <PageTitle title={t`Unidentified vehicles`} />
      <div className="tabs push" role="group" aria-label={t`Which vehicles`}>
        {choices.map(({ value, name }) => (
          <button
            key={name}
            type="button"
            aria-pressed={show === value}
            onClick={() => void navigate({ search: ({ lane }) => ({ lane, show: value }), resetScroll: false })}
          >
            {name}
          </button>
        ))}
      </div>
      <KeysButton page="passages" />
    </div>
  );
}

/** The open passage, which stays open when others arrive, and a function that opens its neighbours in the list. */
function usePlace(items: Passage[] | undefined) {
  const { id } = route.useSearch();
  const navigate = route.useNavigate();
  const [first, setFirst] = useState(items?.[0]?.id);
  if (first === undefined && items?.[0]) setFirst(items[0].id);
  const at = items?.findIndex((item) => item.id === (id ?? first)) ?? -1;
  const shown = items?.[at] ?? items?.[0];
  const go = (step: 1 | -1) => {
    const target = items?.[at + step] ?? (step === 1 ? items?.find((item) => item.id !== shown?.id) : undefined);
    if (!target) return;
    void navigate({ search: (before) => ({ ...before, id: target.id }), replace: true, resetScroll: false });
    document.getElementById(rowId(target.id))?.focus();
  };
  return { shown, isOpened: id !== undefined, go };
}
