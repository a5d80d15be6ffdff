import { t } from "@lingui/core/macro";
import { problemOf } from "../api/api-error.ts";
import { Problem } from "./problem.tsx";

/** Reason for which a list could not be read again, above the rows that were read before. */
export const ListProblem = ({ error }: { error: unknown }) => (
  <Problem text={error ? t`The list cannot be updated: ${problemOf(error)}` : undefined} />
);
