import type { UnmappedClass } from "@container-inspection/shared-schemas/category-map";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatNumber } from "../ui/format.ts";
import { ListProblem } from "../ui/list-problem.tsx";
import { Unread } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useUnmappedClasses } from "./category-map-api.ts";
import { EMPTY_CLASS } from "./edited-map.ts";
import { isNamedBy } from "./map-problems.ts";
import type { EditedMapState } from "./use-edited-map.ts";

/** The choice that adds a class of this name; no class has an empty one. */
const NEW = "";

/** Classes of cargo scans that the map does not name, each with a field that maps it; nothing without any. */
export function UnmappedClasses({ state }: { state: EditedMapState }) {
  const { data: classes = [], error, isLoading } = useUnmappedClasses();
  if (isLoading) return <Unread />;
  if (error) return <ListProblem error={error} />;
  if (classes.length === 0) return null;
  return (
    <section className="card" aria-label={t`Classes that the map does not name`}>
      <h2>{t`Classes not mapped yet`}</h2>
      <p className="faint">
        {t`Seen in scans of the last 30 days. A container that shows one is at least yellow: map it to a class, or add it to the alerts of a rule set.`}
      </p>
      <table className="setting-rows unmapped-rows">
        <thead>
          <tr>
            <th scope="col">{t`Class of the model`}</th>
            <th scope="col">{t`Scans`}</th>
            <th scope="col">{t`Last seen`}</th>
            <th scope="col">{t`Map to`}</th>
          </tr>
        </thead>
        <tbody>
          {classes.map((one) => (
            <UnmappedRow key={one.className} unmapped={one} state={state} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { unmapped: UnmappedClass; state: EditedMapState };

function UnmappedRow({ unmapped: { className, scans, lastSeenAt }, state: { edited, edit } }: RowProps) {
  const holder = edited.classes.find((entry) => isNamedBy(className, entry));
  const unmap = () =>
    edit({
      classes: edited.classes.flatMap((entry) => {
        if (entry !== holder) return [entry];
        if (!entry.aliases.includes(className)) return [];
        return [{ ...entry, aliases: entry.aliases.filter((alias) => alias !== className) }];
      }),
    });
  const map = (target: string) =>
    edit({
      classes:
        target === NEW
          ? [...edited.classes, { ...EMPTY_CLASS, name: className, plural: className }]
          : edited.classes.map((entry) =>
              entry.name === target ? { ...entry, aliases: [...entry.aliases, className] } : entry,
            ),
    });
  return (
    <tr aria-label={className}>
      <td data-label={t`Class of the model`}>
        <Link to="/containers" search={{ class: className }}>
          <bdi>{className}</bdi>
        </Link>
      </td>
      <td data-label={t`Scans`}>{formatNumber(scans)}</td>
      <td data-label={t`Last seen`} className="faint">
        <TimeAgo at={lastSeenAt} />
      </td>
      <td data-label={t`Map to`} className="map-to">
        {holder ? (
          <span className="map-choice">
            <span>
              <Trans>
                <bdi>{holder.name}</bdi>, once it is in force
              </Trans>
            </span>
            <button type="button" className="quiet" aria-label={t`Undo for ${className}`} onClick={unmap}>
              <Trans>Undo</Trans>
            </button>
          </span>
        ) : (
          <MapTo className={className} names={edited.classes.map(({ name }) => name)} map={map} />
        )}
      </td>
    </tr>
  );
}

type MapToProps = { className: string; names: string[]; map: (target: string) => void };

function MapTo({ className, names, map }: MapToProps) {
  const [target, setTarget] = useState<string>();
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      className="map-choice"
      onSubmit={(event) => {
        event.preventDefault();
        if (target === undefined) setIsMissing(true);
        else map(target);
      }}
    >
      <select
        aria-label={t`Map ${className} to`}
        aria-invalid={isMissing}
        value={target === undefined ? "" : `to ${target}`}
        onChange={({ target: chosen }) => {
          setIsMissing(false);
          setTarget(chosen.value === "" ? undefined : chosen.value.slice("to ".length));
        }}
      >
        <option value="">{t`Choose a class`}</option>
        <option value={`to ${NEW}`}>{t`A new class`}</option>
        {names.filter(Boolean).map((name) => (
          <option key={name} value={`to ${name}`}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className="quiet" aria-label={t`Map ${className}`}>
        <Trans>Map</Trans>
      </button>
      {isMissing && (
        <span role="alert" className="setting-problem small">
          {t`Choose a class first.`}
        </span>
      )}
    </form>
  );
}
