import { performance } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "../logging/logger.ts";
import { traceUnderWay } from "../traces/traces.ts";
import type { AppEnv } from "./context.ts";
import { traceIdOf } from "@container-inspection/shared-schemas/traceparent";
import { requestIdOf } from "./request-id.ts";

/**
 * Gives every request an id, its caller's `X-Request-Id` or a new one, returns it as `X-Request-Id`, and writes one
 * line when the request is answered. All lines of a request carry its id, and the id of its trace or `traceparent`.
 */
export function logRequests(logger: Logger, newId: () => string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = requestIdOf(c.req.header("X-Request-Id")) ?? newId();
    const traceId = traceIdOf(traceUnderWay()?.traceparent ?? c.req.header("traceparent"));
    const startedMs = performance.now();
    c.set("requestId", requestId);
    c.set("logger", logger.child({ requestId, ...(traceId === undefined ? {} : { traceId }) }));
    await next();
    // Not `c.header`, which takes a finished reply apart and makes a slower one of it.
    c.res.headers.set("X-Request-Id", requestId);
    // Only method and path: queries, headers and bodies may hold secrets, and so does the address of an invite.
    const path = c.req.path.replace(/^\/v1\/invites\/[^/]+/, "/v1/invites/{token}");
    const line = { method: c.req.method, path, status: c.res.status };
    const level = c.req.path === "/health" || c.req.path === "/ready" ? "debug" : "info";
    c.get("logger")[level]({ ...line, durationMs: Math.round(performance.now() - startedMs) }, "request");
  };
}
