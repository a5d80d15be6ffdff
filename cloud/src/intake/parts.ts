import type { EdgeCaller } from "../platform/http/context.ts";

export type { Needs } from "../inspection/parts.ts";

/** What this room gets from the app. */
export type DeliveryParts = {
  /** Answers a request of a device as if it had arrived from it. */
  deliver: (request: Request, caller: EdgeCaller) => Response | Promise<Response>;
};
