import type { MiddlewareHandler } from "hono";
import type { Traces } from "../traces/traces.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { traceIdOf } from "@container-inspection/shared-schemas/traceparent";

/** Paths that load balancers and Prometheus request all day. */
const UNTRACED = new Set(["/health", "/ready", "/metrics"]);

/** Traces every request, after its caller's `traceparent` if it has one. */
export function traceRequests(traces: Traces): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (UNTRACED.has(c.req.path)) return next();
    const traceparent = c.req.header("traceparent");
    const after = traceparent !== undefined && traceIdOf(traceparent) !== undefined ? { traceparent } : undefined;
    const { method } = c.req;
    await traces.begin(method, { kind: "server", after }, async (span) => {
      await next();
      const route = c.get("route");
      if (route !== undefined) span.rename(`${method} ${route}`);
      span.set({ "http.request.method": method, "http.route": route, ...describe(c) });
      if (c.res.status >= 500) span.fail(String(c.res.status));
    });
    return undefined;
  };
}

/** Describes the reply and its recipient: a role or a device, never a person. */
function describe(c: AppContext) {
  // Neither is set where no guard let the request pass.
  const caller: { role: string } | undefined = c.get("caller");
  const edge: { device: { id: string } | null } | undefined = c.get("edgeCaller");
  return {
    "http.response.status_code": c.res.status,
    "http.request.id": c.get("requestId"),
    "user.roles": caller && [caller.role],
    "device.id": edge?.device?.id,
    "idempotency.replayed": c.res.headers.get("Idempotent-Replayed") === "true" ? true : undefined,
  };
}
