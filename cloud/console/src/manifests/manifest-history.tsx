import type { Schemas } from "@container-inspection/client";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ExactTime } from "../ui/exact-time.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { ChangeList } from "./change-list.tsx";
import { useManifestHistory } from "./manifests-api.ts";

type ManifestChange = Schemas["ManifestChange"];

const actionWords = (): Record<ManifestChange["action"], string> => ({
  created: t`created it`,
  updated: t`changed it`,
  attached: t`attached it`,
  detached: t`detached it`,
  deleted: t`deleted it`,
});

/**
 * The changes of a manifest, newest first, each as the difference to the version before. Nothing of a deleted one that
 * the caller may not see.
 */
export function ManifestHistory({ id, isOfDeleted = false }: { id: string; isOfDeleted?: boolean }) {
  const { data: changes, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useManifestHistory(id);
  if (!changes) return error ? !isOfDeleted && <ListProblem error={error} /> : <ListSkeleton rows={3} />;
  return (
    <>
      <ListProblem error={error} />
      <ol className="versions" aria-label={t`Changes, newest first`}>
        {changes.map((change) => (
          <li key={change.id} className="card">
            <OneChange change={change} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="pages">
          <button type="button" className="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Earlier changes</Trans>
          </button>
        </div>
      )}
    </>
  );
}

function OneChange({ change: { at, actor, action, changes } }: { change: ManifestChange }) {
  const moved = changes.find(({ field }) => field === "containerId");
  const fields = changes.filter(({ field }) => field !== "containerId");
  return (
    <>
      <p className="version-head">
        <strong>
          <bdi>{actor.name}</bdi> {actionWords()[action]}
        </strong>
        <span className="faint small">
          <ExactTime at={at} />
        </span>
      </p>
      {moved && <Moved from={moved.before} to={moved.after} />}
      {action === "created" || action === "deleted" ? (
        <details>
          <summary className="faint">{t`What it declared`}</summary>
          <ChangeList changes={fields} />
        </details>
      ) : (
        <ChangeList changes={fields} />
      )}
    </>
  );
}

/** The containers that a manifest left and came to. */
function Moved({ from, to }: { from: unknown; to: unknown }) {
  return (
    <p>
      {typeof from === "string" && (
        <>
          {t`Detached from`} <ToContainer id={from} />.{" "}
        </>
      )}
      {typeof to === "string" && (
        <>
          {t`Attached to`} <ToContainer id={to} />.
        </>
      )}
    </p>
  );
}

const ToContainer = ({ id }: { id: string }) => (
  <Link to="/containers/$id" params={{ id }}>
    {t`container ${id}`}
  </Link>
);
