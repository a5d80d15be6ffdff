import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowDown } from "lucide";
import { Icon } from "../ui/icon.tsx";

const route = getRouteApi("/shell/containers");

/** The head of a column that orders the list, the newest first; pressed again, the last activity does so as before. */
export function FirstSeenHead() {
  const { sort } = route.useSearch();
  const navigate = route.useNavigate();
  // The days of the filter are those of the last activity, and go with its order alone.
  const isChosen = sort === "created";
  const chosen = isChosen ? { sort: undefined } : { sort: "created" as const, from: undefined, to: undefined };
  const choose = () =>
    void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true, resetScroll: false });
  return (
    <span role="columnheader" className="row-time row-first" aria-sort={isChosen ? "descending" : "none"}>
      <button type="button" className="sort-head" onClick={choose}>
        {t`First seen`}
        {isChosen && <Icon of={ArrowDown} />}
      </button>
    </span>
  );
}
