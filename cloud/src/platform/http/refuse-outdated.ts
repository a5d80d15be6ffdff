import type { MiddlewareHandler } from "hono";
import type { AppContext, AppEnv } from "./context.ts";
import { fail } from "./replies.ts";

/** Answered by an outdated replica as well: what watches it wants to know. */
const WATCHED: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"]);

/** Answers every request 503 once a newer release has changed the database so that this one must not work on it. */
export function refuseOutdated(isOutdated: () => boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => (isOutdated() && !WATCHED.has(c.req.path) ? failOutdated(c) : next());
}

export function failOutdated(c: AppContext): Response {
  c.header("Retry-After", "5");
  return fail(c, "SERVICE_UNAVAILABLE", "This replica is being replaced by a newer release. Try again shortly.");
}
