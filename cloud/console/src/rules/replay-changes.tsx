import type { ReplayChange } from "@container-inspection/shared-schemas";
import { Link } from "@tanstack/react-router";
import { ListProblem } from "../ui/list-problem.tsx";
import { useReplayChanges } from "./rules-api.ts";

/** The visits that a replay judged differently, each with the findings that it adds and loses. */
export function ReplayChanges({ version }: { version: number }) {
  const { data: changes, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useReplayChanges(version);
  return (
    <>
      <ListProblem error={error} />
      {changes?.length === 0 && <p className="faint">No visit is judged differently.</p>}
      {changes && changes.length > 0 && (
        <ul className="replay-changes" aria-label="Visits judged differently">
          {changes.map((change) => (
            <Change key={change.visitId} change={change} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button type="button" className="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
    </>
  );
}

const Change = ({ change }: { change: ReplayChange }) => (
  <li>
    <Link to="/containers/$id" params={{ id: change.containerId }} search={{ visit: change.visitNumber }}>
      {change.containerNumber}, visit {change.visitNumber}
    </Link>{" "}
    {change.from === change.to ? change.from : `${change.from} → ${change.to}`}
    <ul className="small">
      {change.added.map(({ rule, message }) => (
        <li key={`added ${rule} ${message}`}>new: {message}</li>
      ))}
      {change.removed.map(({ rule, message }) => (
        <li key={`removed ${rule} ${message}`} className="faint">
          no longer: {message}
        </li>
      ))}
    </ul>
  </li>
);
