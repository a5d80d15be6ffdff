import type { MiddlewareHandler } from "hono";
import type { AppContext, AppEnv } from "./context.ts";
import { fail } from "./replies.ts";

/** Further writes would only wait for a connection, and hold their bodies meanwhile. */
const WRITES_PER_CONNECTION = 16;
const RETRY_AFTER_S = 5;

type Step = MiddlewareHandler<AppEnv>;

/**
 * Serves so many writes of devices at a time that each gets one of `connections` long before it gives up, in two steps.
 * A write beyond that is refused with 503 at its entry, before its key is looked up and its body is read; it counts from
 * when its body has arrived, so that slow senders block no others. When thousands of devices come back together, the
 * work goes into the writes that are served, and the others return later.
 */
export function limitWrites(connections: number): { atEntry: Step; aroundHandler: Step } {
  let served = 0;
  const refuseIfFull = (c: AppContext) => {
    if (served < connections * WRITES_PER_CONNECTION) return undefined;
    c.set("refusedRoom", true);
    c.header("Retry-After", `${RETRY_AFTER_S}`);
    return fail(c, "SERVICE_UNAVAILABLE", "Too many devices are sending at this moment. Try again shortly.");
  };
  return {
    atEntry: async (c, next) => refuseIfFull(c) ?? next(),
    async aroundHandler(c, next) {
      const refusal = refuseIfFull(c);
      if (refusal) return refusal;
      served += 1;
      try {
        return await next();
      } finally {
        served -= 1;
      }
    },
  };
}
