import type { NumberedCategoryMap } from "@container-inspection/shared-schemas/category-map";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { problemOf } from "../api/api-error.ts";
import { Chip } from "../ui/chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { ListTable } from "../ui/list-table.tsx";
import { Notice } from "../ui/notice.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useMapVersion, useMapVersions } from "./category-map-api.ts";
import { Differences } from "../rules/differences.tsx";
import { differencesOf } from "./map-differences.ts";

const route = getRouteApi("/shell/admin/category-map");

/** Every map that was in force, newest first. */
export function Versions({ current }: { current: NumberedCategoryMap }) {
  const { cursor } = route.useSearch();
  const query = useMapVersions(cursor);
  return (
    <section aria-label={t`Versions`} className="deliveries">
      <h2>{t`Versions`}</h2>
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`Version`, t`Note`, t`By`, t`In force from`]}
        empty={t`None.`}
      >
        {({ version, note, createdBy, createdAt }) => (
          <tr key={version} aria-label={t`Version ${version}`}>
            <td>
              <Link to="." search={{ version, cursor }} resetScroll={false}>
                {t`Version ${version}`}
              </Link>{" "}
              {version === current.version && <Chip tone="good">{t`in force`}</Chip>}
            </td>
            <td>
              <bdi>{note}</bdi>
            </td>
            <td className="faint">{createdBy?.email ?? t`bundled`}</td>
            <td className="faint">
              <TimeAgo at={createdAt} />
            </td>
          </tr>
        )}
      </ListTable>
    </section>
  );
}

type ComparedProps = {
  version: number;
  current: NumberedCategoryMap;
  /** True if the edited map has unsaved changes. */
  isEdited: boolean;
  startFrom: (version: NumberedCategoryMap) => void;
};

/** Differences between an older version and the map in force, and the way back to that version. */
export function ComparedVersion({ version, current, isEdited, startFrom }: ComparedProps) {
  const { data: older, error } = useMapVersion(version);
  if (error) return <Notice title={t`Version ${version} cannot be shown`}>{problemOf(error)}</Notice>;
  if (!older) return <ListSkeleton rows={2} />;
  const differences = differencesOf(older.map, current.map);
  const start = async () => {
    const text = t`What you have edited is replaced by the content of version ${version}.`;
    if (
      !isEdited ||
      (await confirm({ title: t`Replace your changes?`, text, action: t`Replace changes`, isDanger: true }))
    )
      startFrom(older);
  };
  return (
    <section className="card" aria-label={t`Version ${version}`}>
      <div className="card-head">
        <h2>{t`From version ${version} to version ${current.version}`}</h2>
        <Link to="." search={{}} resetScroll={false}>{t`Close`}</Link>
      </div>
      {differences.length === 0 ? (
        <p className="faint">{t`No differences.`}</p>
      ) : (
        <>
          <Differences differences={differences} />
          <button type="button" className="quiet" onClick={() => void start()}>
            <Trans>Edit with the content of version {version}</Trans>
          </button>
        </>
      )}
    </section>
  );
}
