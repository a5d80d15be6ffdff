import { performance } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";

/** Receives the measurements; `route` is the template of the route that took the request. */
export type RequestObserver = {
  begin: () => void;
  end: (request: {
    method: string;
    route: string;
    status: number;
    seconds: number;
    replayed: boolean;
    failedSignIn: boolean;
    refusedRoom: boolean;
  }) => void;
};

/** The route of requests to unknown addresses, and with methods that an address does not support. */
const UNMATCHED = "unmatched";

/** Reports every request to the observer; mounting a route sets its template. */
export function measureRequests({ begin, end }: RequestObserver): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedMs = performance.now();
    begin();
    try {
      await next();
    } finally {
      const { method } = c.req;
      const seconds = (performance.now() - startedMs) / 1000;
      const replayed = c.res.headers.get("Idempotent-Replayed") === "true";
      const route = c.get("route") ?? (c.req.path.startsWith("/app/") ? "/app/*" : UNMATCHED);
      const [failedSignIn, refusedRoom] = [c.get("failedSignIn") === true, c.get("refusedRoom") === true];
      end({ method, route, status: c.res.status, seconds, replayed, failedSignIn, refusedRoom });
    }
  };
}
