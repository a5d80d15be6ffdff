import type { Next } from "hono";
import type { ReadReplica } from "../db/read-replica.ts";
import { hasCode, isDatabaseUnavailable } from "../db/error-code.ts";
import type { AppContext } from "./context.ts";

/** Handler of a route, with any reply. */
type Handler = (c: AppContext, next: Next) => unknown;

/** Counts where a read was done: on the replica, on the primary, or there again after the replica failed. */
export type ReplicaReads = (where: "replica" | "primary" | "repeated") => void;

/** A statement that took too long takes as long on the primary. */
const TOO_LONG = "57014";

/** Runs a read on the replica while it is current, otherwise on the primary. */
export function readFromReplica(
  replica: Pick<ReadReplica, "isCurrent">,
  count: ReplicaReads,
  { onReplica, onPrimary }: { onReplica: Handler; onPrimary: Handler },
): Handler {
  return async (c, next) => {
    if (!(await replica.isCurrent())) {
      count("primary");
      return await onPrimary(c, next);
    }
    try {
      const reply = await onReplica(c, next);
      count("replica");
      return reply;
    } catch (error) {
      // Also when the replay of the log ends a statement that it conflicts with.
      if (!isDatabaseUnavailable(error) || hasCode(error, TOO_LONG)) throw error;
      count("repeated");
      return await onPrimary(c, next);
    }
  };
}
