import { problemOf } from "../api/api-error.ts";

/** Why a list could not be read again, above the rows that were read before. */
export const ListProblem = ({ error }: { error: unknown }) =>
  error ? (
    <p className="problem" role="alert">
      The list cannot be updated: {problemOf(error)}
    </p>
  ) : null;
