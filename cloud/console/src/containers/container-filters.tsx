import type { ContainerFacets } from "@container-inspection/shared-schemas/containers";
import type { ManifestMatch } from "@container-inspection/shared-schemas/manifest-match";
import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { X } from "lucide";
import { wordOf } from "../language/words.ts";
import { VERDICTS } from "../shell/choices.ts";
import { startOfDay } from "../ui/calendar.ts";
import { FilterSheet } from "../ui/filter-sheet.tsx";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
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

/** The search and the facets of the list, kept in the address; each facet that is set stands beside them. */
export function ContainerFilters({ facets }: { facets: ContainerFacets["facets"] | undefined }) {
  const { view, sort, q, from, to, ...chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Partial<Filter>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const clear = () => void navigate({ search: { view, sort }, replace: true, resetScroll: false });
  const all = facetsOf(facets);
  const set = [
    ...all.flatMap(({ key, label, nameOf }) => {
      const value = chosen[key];
      return value === undefined ? [] : [{ key, text: `${label}: ${nameOf(value)}` }];
    }),
    ...(from === undefined ? [] : [{ key: "from" as const, text: `${t`Active from`} ${from}` }]),
    ...(to === undefined ? [] : [{ key: "to" as const, text: `${t`Active to`} ${to}` }]),
  ];
  return (
    <search className="container-filters">
      <SearchField
        label={t`Search containers`}
        placeholder={t`Number, bill of lading, goods or reason`}
        value={q ?? ""}
        search={(text) => change({ q: text || undefined })}
      />
      <FilterSheet count={set.length}>
        {all.map(({ key, label, values, nameOf }) => (
          <FacetSelect
            key={key}
            {...{ label, values, nameOf }}
            value={chosen[key]}
            choose={(value) => change({ [key]: value })}
          />
        ))}
        {/* Days are those of the last activity, and bound a list that is ordered by it. */}
        <DayField label={t`Active from`} value={from} choose={(day) => change({ from: day, sort: undefined })} />
        <DayField label={t`Active to`} value={to} choose={(day) => change({ to: day, sort: undefined })} />
      </FilterSheet>
      {set.map(({ key, text }) => (
        <SetFilter key={key} text={text} remove={() => change({ [key]: undefined })} />
      ))}
      {(set.length > 0 || q !== undefined) && (
        <button type="button" className="quiet" onClick={clear}>{t`Clear filters`}</button>
      )}
    </search>
  );
}

type Filter = Omit<ReturnType<typeof route.useSearch>, "view">;

/** A filter that is set, which a press takes away. */
const SetFilter = ({ text, remove }: { text: string; remove: () => void }) => (
  <button type="button" className="quiet set-filter" aria-label={t`Remove the filter ${text}`} onClick={remove}>
    <bdi>{text}</bdi>
    <Icon of={X} />
  </button>
);

type Values = ContainerFacets["facets"]["status"];
type Facet = {
  key: "status" | "verdict" | "class" | "lane" | "camera" | "size";
  label: string;
  /** The values that the list has, with their counts; undefined while they are counted. */
  values: Values | undefined;
  nameOf: (value: string) => string;
};

/** The facets in the order in which they are offered. */
function facetsOf(facets: ContainerFacets["facets"] | undefined): Facet[] {
  const named = (values: Values | undefined) => (id: string) => values?.find(({ value }) => value === id)?.name ?? id;
  return [
    { key: "status", label: t`Status`, values: facets?.status, nameOf: (status) => wordOf(status.toLowerCase()) },
    { key: "verdict", label: t`Match`, values: facets?.verdict, nameOf: verdictName },
    { key: "class", label: t`Class`, values: facets?.class, nameOf: named(facets?.class) },
    { key: "lane", label: t`Lane`, values: facets?.laneId, nameOf: named(facets?.laneId) },
    { key: "camera", label: t`Camera`, values: facets?.cameraId, nameOf: named(facets?.cameraId) },
    { key: "size", label: t`Size-type`, values: facets?.sizeType, nameOf: named(facets?.sizeType) },
  ];
}

function verdictName(verdict: string): string {
  const lane: ManifestMatch["lane"] | undefined = VERDICTS.find((one) => one === verdict);
  return lane ? laneText(lane) : verdict;
}

type FacetSelectProps = Omit<Facet, "key"> & {
  value: string | undefined;
  choose: (value: string | undefined) => void;
};

/** One facet: the values that the list has, and the chosen one in any case. */
function FacetSelect({ label, value, values = [], nameOf, choose }: FacetSelectProps) {
  const isCounted = value === undefined || values.some((one) => one.value === value);
  return (
    <select aria-label={label} value={value ?? ""} onChange={({ target }) => choose(target.value || undefined)}>
      <option value="">{t`${label}: any`}</option>
      {!isCounted && <option value={value}>{nameOf(value)}</option>}
      {values.map((one) => (
        <option key={one.value} value={one.value}>
          {nameOf(one.value)} ({countOf(one)})
        </option>
      ))}
    </select>
  );
}

/** A count, or one that there may be more of. */
const countOf = ({ count, isExact }: Values[number]) => `${formatNumber(count)}${isExact === false ? "+" : ""}`;

type DayFieldProps = { label: string; value: string | undefined; choose: (day: string | undefined) => void };

const DayField = ({ label, value, choose }: DayFieldProps) => (
  <label className="day-field">
    {label} <input type="date" value={value ?? ""} onChange={({ target }) => choose(target.value || undefined)} />
  </label>
);
