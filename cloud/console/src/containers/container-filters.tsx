import type { ContainerFacets } from "@container-inspection/shared-schemas/containers";
import type { ManifestMatch } from "@container-inspection/shared-schemas/manifest-match";
import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { wordOf } from "../language/words.ts";
import { CONTAINER_STATUSES, VERDICTS } from "../shell/choices.ts";
import { startOfDay } from "../ui/calendar.ts";
import { FilterSheet } from "../ui/filter-sheet.tsx";
import { useIsPhone } from "../ui/is-phone.ts";
import { SearchField } from "../ui/search-field.tsx";
import { useZone } from "../ui/zone.ts";
import type { ContainerFilter } from "./containers-api.ts";
import { laneText } from "./container-chips.tsx";

const route = getRouteApi("/shell/containers");

/** The filter in the address, as the service takes it. Days are those of the zone in which times are shown. */
export function useContainerFilter(): ContainerFilter {
  const { q, status, verdict, class: className, camera, lane, size, from, to } = route.useSearch();
  const zone = useZone();
  return {
    search: q,
    status,
    verdict,
    class: className,
    cameraId: camera,
    laneId: lane,
    sizeType: size,
    activeFrom: from && startOfDay(from, zone).toISOString(),
    activeTo: to && startOfDay(to, zone, 1).toISOString(),
  };
}

/** The search and the facets of the list, kept in the address. */
export function ContainerFilters({ facets }: { facets: ContainerFacets["facets"] | undefined }) {
  const { view, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: typeof filter) =>
    void navigate({ search: { view, ...filter, ...changed }, replace: true, resetScroll: false });
  const isPhone = useIsPhone();
  const { q, ...facetsSet } = filter;
  const count = Object.values(facetsSet).filter((value) => value !== undefined).length;
  const clear = () => void navigate({ search: { view }, replace: true, resetScroll: false });
  const fields = (
    <>
      <FacetFields {...{ facets, filter, change }} />
      {(count > 0 || q !== undefined) && (
        <button type="button" className="quiet" onClick={clear}>{t`Clear filters`}</button>
      )}
    </>
  );
  return (
    <search className="container-filters">
      <SearchField
        label={t`Search containers`}
        placeholder={t`Number, bill of lading, goods or reason`}
        value={q ?? ""}
        search={(text) => change({ q: text || undefined })}
      />
      {isPhone ? <FilterSheet count={count}>{fields}</FilterSheet> : fields}
    </search>
  );
}

type Filter = Omit<ReturnType<typeof route.useSearch>, "view">;
type FacetFieldsProps = {
  facets: ContainerFacets["facets"] | undefined;
  filter: Filter;
  change: (changed: Filter) => void;
};

/** A choice for each facet, and the days between which a container was active. */
function FacetFields({ facets, filter, change }: FacetFieldsProps) {
  return (
    <>
      <FacetSelect
        label={t`Status`}
        value={filter.status}
        values={facets?.status}
        nameOf={(status) => wordOf(status.toLowerCase())}
        choose={(chosen) => change({ status: CONTAINER_STATUSES.find((status) => status === chosen) })}
      />
      <FacetSelect
        label={t`Match`}
        value={filter.verdict}
        values={facets?.verdict}
        nameOf={verdictName}
        choose={(chosen) => change({ verdict: VERDICTS.find((verdict) => verdict === chosen) })}
      />
      <FacetSelect
        label={t`Class`}
        value={filter.class}
        values={facets?.class}
        choose={(chosen) => change({ class: chosen })}
      />
      <FacetSelect label={t`Lane`} value={filter.lane} values={facets?.laneId} choose={(lane) => change({ lane })} />
      <FacetSelect
        label={t`Camera`}
        value={filter.camera}
        values={facets?.cameraId}
        choose={(camera) => change({ camera })}
      />
      <FacetSelect
        label={t`Size-type`}
        value={filter.size}
        values={facets?.sizeType}
        choose={(size) => change({ size })}
      />
      <DayField label={t`Active from`} value={filter.from} choose={(from) => change({ from })} />
      <DayField label={t`Active to`} value={filter.to} choose={(to) => change({ to })} />
    </>
  );
}

function verdictName(verdict: string): string {
  const lane: ManifestMatch["lane"] | undefined = VERDICTS.find((one) => one === verdict);
  return lane ? laneText(lane) : verdict;
}

type FacetSelectProps = {
  label: string;
  value: string | undefined;
  /** The values that the list has, with their counts; undefined while they are counted. */
  values: { value: string; name: string | null; count: number }[] | undefined;
  nameOf?: (value: string) => string;
  choose: (value: string | undefined) => void;
};

/** One facet: the values that the list has, and the chosen one in any case. */
function FacetSelect({ label, value, values = [], nameOf = (one) => one, choose }: FacetSelectProps) {
  const isCounted = value === undefined || values.some((one) => one.value === value);
  return (
    <select
      aria-label={label}
      value={value ?? ""}
      className={value === undefined ? undefined : "chosen"}
      onChange={({ target }) => choose(target.value || undefined)}
    >
      <option value="">{t`${label}: any`}</option>
      {!isCounted && <option value={value}>{nameOf(value)}</option>}
      {values.map((one) => (
        <option key={one.value} value={one.value}>
          {one.name ?? nameOf(one.value)} ({one.count})
        </option>
      ))}
    </select>
  );
}

type DayFieldProps = { label: string; value: string | undefined; choose: (day: string | undefined) => void };

const DayField = ({ label, value, choose }: DayFieldProps) => (
  <label className="day-field">
    {label} <input type="date" value={value ?? ""} onChange={({ target }) => choose(target.value || undefined)} />
  </label>
);
