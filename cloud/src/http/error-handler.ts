import type { ErrorHandler } from "hono";
import { isDatabaseUnavailable } from "../db/error-code.ts";
import { StorageUnavailableError } from "../storage/object-storage.ts";
import type { AppEnv } from "./context.ts";
import { fail } from "./replies.ts";

/**
 * Answers what no handler expected: 503 when the database or the storage is away, else a generic 500. The cause goes to the log, once,
 * and never to the caller.
 */
export const handleError: ErrorHandler<AppEnv> = (error, c) => {
  // First: what lies under it, such as a refused connection, would pass for the database otherwise.
  if (error instanceof StorageUnavailableError) {
    c.get("logger").error({ err: error }, "picture storage is unavailable");
    c.header("Retry-After", "30");
    return fail(c, "SERVICE_UNAVAILABLE", "Picture storage is unavailable. Try again shortly.");
  }
  if (isDatabaseUnavailable(error)) {
    c.get("logger").warn({ err: error }, "the database is away");
    c.header("Retry-After", "5");
    return fail(c, "SERVICE_UNAVAILABLE", "The service is not available for the moment. Try again shortly.");
  }
  c.get("logger").error({ err: error }, "request failed");
  return fail(c, "INTERNAL_ERROR", "Something went wrong here. The request id leads to the cause in the log.");
};
