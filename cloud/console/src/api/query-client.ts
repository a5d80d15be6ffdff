import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const RETRIES = 2;

/**
 * Without an answer, queries pause and continue with the connection, so that what is shown stays. Only errors of the
 * service itself are tried again, briefly. Writes are never put off: the user decides whether to repeat them.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => !(error instanceof ApiError) || (error.status >= 500 && count < RETRIES),
        retryDelay: (count) => 500 * 2 ** count,
      },
      mutations: { networkMode: "always" },
    },
  });
