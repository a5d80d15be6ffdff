import type { AppContext } from "./context.ts";
import { fail } from "./replies.ts";

/** Further writes would only wait for a connection, and hold their bodies during the wait. */
const WRITES_PER_CONNECTION = 16;
const RETRY_AFTER_S = 5;

/** Does a part of a write, or refuses it with 503 if too many are served at this moment. */
export type WriteLimit = <Result>(c: AppContext, part: () => Promise<Result>) => Promise<Result | Response>;

/**
 * Limits the concurrent writes of devices, so that each gets one of `connections` long before it gives up. A write
 * passes it twice: with the lookup of its key, before its body is read, and with its handler, when the body has
 * arrived. In between it does not count, so that slow senders block no others. When thousands of devices come back
 * together, the admitted writes complete, and the others return later.
 */
export function limitWrites(connections: number): WriteLimit {
  let served = 0;
  return async (c, part) => {
    if (served >= connections * WRITES_PER_CONNECTION) {
      c.set("refusedRoom", true);
      c.header("Retry-After", `${RETRY_AFTER_S}`);
      return fail(c, "SERVICE_UNAVAILABLE", "Too many devices are sending at this moment. Try again shortly.");
    }
    served += 1;
    try {
      return await part();
    } finally {
      served -= 1;
    }
  };
}
