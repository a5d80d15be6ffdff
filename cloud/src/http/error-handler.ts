import type { ErrorHandler } from "hono";
import { codeOf, isDatabaseUnavailable } from "../db/error-code.ts";
import type { RepeatedLog } from "../repeated-log.ts";
import { StorageUnavailableError } from "../storage/object-storage.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { fail } from "./replies.ts";

/**
 * Answers what no handler expected: 503 when the database or the storage is away, else a generic 500. The cause goes to the log and
 * never to the caller: each time for a 500, now and then for an outage, when the line of each request names the cause.
 */
export function createErrorHandler(logOutage: RepeatedLog): ErrorHandler<AppEnv> {
  const noteOutage = (c: AppContext, unavailable: string, write: () => void) => {
    logOutage(unavailable, write);
    c.set("logger", c.get("logger").child({ unavailable }));
  };
  return (error, c) => {
    const logger = c.get("logger");
    // First: what lies under it, such as a refused connection, would pass for the database otherwise.
    if (error instanceof StorageUnavailableError) {
      const kind = `storage ${codeOf(error) ?? error.name}`;
      noteOutage(c, kind, () => logger.error({ err: error }, "picture storage is unavailable"));
      c.header("Retry-After", "30");
      return fail(c, "SERVICE_UNAVAILABLE", "Picture storage is unavailable. Try again shortly.");
    }
    if (isDatabaseUnavailable(error)) {
      const kind = `database ${codeOf(error) ?? error.name}`;
      noteOutage(c, kind, () => logger.warn({ err: error }, "the database is unavailable"));
      c.header("Retry-After", "5");
      return fail(c, "SERVICE_UNAVAILABLE", "The service is not available for the moment. Try again shortly.");
    }
    logger.error({ err: error }, "request failed");
    return fail(c, "INTERNAL_ERROR", "Something went wrong here. The request id leads to the cause in the log.");
  };
}
