import { getRouteApi, Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useMe } from "../api/me.ts";
import { useTopology } from "../cameras/cameras-api.ts";
import { RAISED_BY } from "../escalations/escalation-chips.tsx";
import { AGES, SOURCES, WAITING } from "../shell/choices.ts";
import { parseSearch, stringifySearch } from "../shell/search.ts";
import { SearchField } from "../ui/search-field.tsx";
import { readViews, writeView } from "./saved-views.ts";

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

/** The saved views as links, and the form to save the filter that is shown. */
function SavedViews({ search }: { search: string }) {
  const userId = useMe().data?.id ?? "";
  const [views, setViews] = useState(() => readViews(userId));
  const [name, setName] = useState("");
  const shown = views.find((view) => view.search === search);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setViews(writeView(userId, name.trim(), search));
    setName("");
  };
  return (
    <>
      {views.length > 0 && (
        <nav className="tabs" aria-label="Saved views">
          {views.map((view) => (
            <Link
              key={view.name}
              to="/review"
              search={parseSearch(view.search)}
              activeProps={{}}
              className={view === shown ? "active" : undefined}
              aria-current={view === shown ? "true" : undefined}
            >
              <bdi>{view.name}</bdi>
            </Link>
          ))}
        </nav>
      )}
      {shown && (
        <button type="button" className="quiet" onClick={() => setViews(writeView(userId, shown.name, undefined))}>
          Delete view
        </button>
      )}
      {search !== "" && !shown && (
        <form onSubmit={save}>
          <input
            aria-label="Name of the view"
            placeholder="Name of the view"
            required
            pattern=".*\S.*"
            maxLength={40}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <button type="submit" className="quiet">
            Save view
          </button>
        </form>
      )}
    </>
  );
}
