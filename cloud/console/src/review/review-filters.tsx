import { getRouteApi } from "@tanstack/react-router";
import { useTopology } from "../cameras/cameras-api.ts";
import { RAISED_BY } from "../escalations/escalation-chips.tsx";
import { AGES, SOURCES, WAITING } from "../shell/choices.ts";
import { stringifySearch } from "../shell/search.ts";
import { SearchField } from "../ui/search-field.tsx";
import { SavedViews } from "./saved-views.tsx";

const route = getRouteApi("/shell/review");
const AGE_NAMES: Record<(typeof AGES)[number], string> = {
  "15": "15 minutes",
  "60": "1 hour",
  "240": "4 hours",
  "1440": "1 day",
};

/** What the queue shows, in the address, and the views that the user saved. */
export function ReviewFilters() {
  const { id: _id, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Partial<typeof filter>) =>
    void navigate({ search: { ...filter, ...changed }, replace: true, resetScroll: false });
  return (
    <search className="review-filters">
      <select
        aria-label="Claimed"
        value={filter.show ?? ""}
        onChange={({ target }) => change({ show: WAITING.find((name) => name === target.value) })}
      >
        <option value="">Undecided</option>
        {WAITING.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label="Source"
        value={filter.source ?? ""}
        onChange={({ target }) => change({ source: SOURCES.find((name) => name === target.value) })}
      >
        <option value="">Any source</option>
        {SOURCES.map((name) => (
          <option key={name} value={name}>
            {RAISED_BY[name]}
          </option>
        ))}
      </select>
      <LaneSelect value={filter.lane} choose={(lane) => change({ lane })} />
      <select
        aria-label="Age"
        value={filter.age ?? ""}
        onChange={({ target }) => change({ age: AGES.find((age) => age === target.value) })}
      >
        <option value="">Any age</option>
        {AGES.map((age) => (
          <option key={age} value={age}>
            over {AGE_NAMES[age]}
          </option>
        ))}
      </select>
      <SearchField label="Class" value={filter.class ?? ""} search={(text) => change({ class: text || undefined })} />
      <SavedViews search={stringifySearch(filter)} />
    </search>
  );
}

function LaneSelect({ value, choose }: { value: string | undefined; choose: (lane: string | undefined) => void }) {
  const { data: sites } = useTopology();
  return (
    <select aria-label="Lane" value={value ?? ""} onChange={({ target }) => choose(target.value || undefined)}>
      <option value="">Any lane</option>
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
