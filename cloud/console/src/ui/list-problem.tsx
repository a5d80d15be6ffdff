import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { isRefusal, problemOf } from "../api/api-error.ts";

/**
 * Reason for which a list could not be read again, above the rows that were read before, and a button that asks again
 * for all that failed. The dialog of the sign-in stands for an ended session.
 */
export function ListProblem({ error }: { error: unknown }) {
  const queries = useQueryClient();
  if (!error || isRefusal(error, 401)) return null;
  const retry = () => void queries.refetchQueries({ type: "active", predicate: ({ state }) => state.error !== null });
  return (
    <div className="problem list-problem" role="alert">
      <span>{t`The list cannot be updated: ${problemOf(error)}`}</span>
      <button type="button" className="quiet" onClick={retry}>
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}
