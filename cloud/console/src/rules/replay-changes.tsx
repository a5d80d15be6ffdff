import type { ReplayChange } from "@container-inspection/shared-schemas/replays";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ListProblem } from "../ui/list-problem.tsx";
import { useReplayChanges } from "./rules-api.ts";
import { wordOf } from "../language/words.ts";

/** The visits that a replay judged differently, each with the findings that it adds and loses. */
export function ReplayChanges({ version }: { version: number }) {
  const { data: changes, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useReplayChanges(version);
  return (
    <>
      <ListProblem error={error} />
      {changes && <ChangeList changes={changes} />}
      {hasNextPage && (
        <button type="button" className="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </button>
      )}
    </>
  );
}

/** Visits that are judged differently, each with a link to its container. */
export const ChangeList = ({ changes }: { changes: readonly ReplayChange[] }) =>
  changes.length === 0 ? (
    <p className="faint">{t`No visit is judged differently.`}</p>
  ) : (
    <ul className="replay-changes" aria-label={t`Visits judged differently`}>
      {changes.map((change) => (
        <Change key={change.visitId} change={change} />
      ))}
    </ul>
  );

const Change = ({ change }: { change: ReplayChange }) => (
  <li>
    <Link to="/containers/$id" params={{ id: change.containerId }} search={{ visit: change.visitNumber }}>
      <Trans>
        {change.containerNumber}, visit {change.visitNumber}
      </Trans>
    </Link>{" "}
    {change.from === change.to ? wordOf(change.from) : `${wordOf(change.from)} → ${wordOf(change.to)}`}
    <ul className="small">
      {change.added.map(({ rule, message }) => (
        <li key={`added ${rule} ${message}`}>{t`new: ${message}`}</li>
      ))}
      {change.removed.map(({ rule, message }) => (
        <li key={`removed ${rule} ${message}`} className="faint">
          {t`no longer: ${message}`}
        </li>
      ))}
    </ul>
  </li>
);
