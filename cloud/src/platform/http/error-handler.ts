import type { ErrorHandler } from "hono";
import { codeOf, isDatabaseUnavailable } from "../db/error-code.ts";
import type { Release } from "../db/release.ts";
import type { RepeatedLog } from "../logging/repeated-log.ts";
import { StorageUnavailableError } from "../storage/object-storage.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { failOutdated } from "./refuse-outdated.ts";
import { fail } from "./replies.ts";

/**
 * Answers what no handler expected: 503 when the database or the storage is unavailable, else a generic 500. The cause
 * goes to the log and never to the caller: each time for a 500, now and then for an outage, when the line of each
 * request names the cause.
 */
export function createErrorHandler(logOutage: RepeatedLog, release: Release): ErrorHandler<AppEnv> {
  const noteOutage = (c: AppContext, unavailable: string, write: () => void) => {
    logOutage(unavailable, write);
    c.set("logger", c.get("logger").child({ unavailable }));
  };
  return async (error, c) => {
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
      return fail(c, "SERVICE_UNAVAILABLE", "The service is temporarily unavailable. Try again shortly.");
    }
    // Statements of an outdated release fail in any way.
    if (await isOutdated(release)) {
      noteOutage(c, "release outdated", () => logger.warn({ err: error }, "this release is too old for its database"));
      return failOutdated(c);
    }
    logger.error({ err: error }, "request failed");
    return fail(c, "INTERNAL_ERROR", "An internal error occurred. The log names its cause under the request id.");
  };
}

async function isOutdated(release: Release): Promise<boolean> {
  const { state } = await release.look().catch(() => ({ state: undefined }));
  return state === "outdated";
}
