import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useTopology } from "../cameras/cameras-api.ts";
import { sourceMeanings } from "../escalations/escalation-chips.tsx";
import { AGES, SOURCES, WAITING } from "../shell/choices.ts";
import { stringifySearch } from "../shell/search.ts";
import { FilterSheet } from "../ui/filter-sheet.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { SavedViews } from "./saved-views.tsx";

const route = getRouteApi("/shell/review");
const ageNames = (): Record<(typeof AGES)[number], string> => ({
  "15": t`over 15 minutes`,
  "60": t`over 1 hour`,
  "240": t`over 4 hours`,
  "1440": t`over 1 day`,
});

const waitingNames = (): Record<(typeof WAITING)[number], string> => ({
  Open: t`Open`,
  Claimed: t`Claimed`,
  Mine: t`Mine`,
});

/** Filters of the queue, kept in the URL, and the views that the user saved. */
export function ReviewFilters() {
  const { id: _id, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Partial<typeof filter>) =>
    void navigate({ search: { ...filter, ...changed }, replace: true, resetScroll: false });
  const { class: className, ...others } = filter;
  const count = Object.values(others).filter((value) => value !== undefined).length;
  return (
    <search className="review-filters">
      <SearchField label={t`Class`} value={className ?? ""} search={(text) => change({ class: text || undefined })} />
      <FilterSheet count={count}>
        <select
          aria-label={t`Claimed`}
          value={filter.show ?? ""}
          onChange={({ target }) => change({ show: WAITING.find((name) => name === target.value) })}
        >
          <option value="">{t`Undecided`}</option>
          {WAITING.map((name) => (
            <option key={name} value={name}>
              {waitingNames()[name]}
            </option>
          ))}
        </select>
        <select
          aria-label={t`Source`}
          value={filter.source ?? ""}
          onChange={({ target }) => change({ source: SOURCES.find((name) => name === target.value) })}
        >
          <option value="">{t`Any source`}</option>
          {SOURCES.map((name) => (
            <option key={name} value={name}>
              {sourceMeanings()[name]}
            </option>
          ))}
        </select>
        <LaneSelect value={filter.lane} choose={(lane) => change({ lane })} />
        <select
          aria-label={t`Age`}
          value={filter.age ?? ""}
          onChange={({ target }) => change({ age: AGES.find((age) => age === target.value) })}
        >
          <option value="">{t`Any age`}</option>
          {AGES.map((age) => (
            <option key={age} value={age}>
              {ageNames()[age]}
            </option>
          ))}
        </select>
      </FilterSheet>
      <SavedViews search={stringifySearch(filter)} />
    </search>
  );
}

function LaneSelect({ value, choose }: { value: string | undefined; choose: (lane: string | undefined) => void }) {
  const { data: sites } = useTopology();
  return (
    <select aria-label={t`Lane`} value={value ?? ""} onChange={({ target }) => choose(target.value || undefined)}>
      <option value="">{t`Any lane`}</option>
      {sites?.map((site) => (
        <optgroup key={site.id} label={site.name}>
          {site.lanes.map((lane) => (
            <option key={lane.id} value={lane.id}>
              {lane.name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
