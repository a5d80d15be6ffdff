import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { refresh } from "./refresh.ts";

const RETRIES = 2;

/**
 * Creates the query client. Without an answer, queries pause and continue with the connection, so that the page keeps
 * its data. Only errors of the service itself are retried, briefly. Writes are never deferred: the user decides whether
 * to repeat them.
 */
export function createQueryClient(): QueryClient {
  // A role has come to require a second factor: who is signed in is read again, and the page asks for one.
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === "SECOND_FACTOR_MISSING") void refresh(queries, ["me"]);
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (count, error) => !(error instanceof ApiError) || (error.status >= 500 && count < RETRIES),
        retryDelay: (count) => 500 * 2 ** count,
      },
      mutations: { networkMode: "always" },
    },
  });
  return queries;
}
