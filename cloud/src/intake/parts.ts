import type { EdgeCaller } from "../platform/http/context.ts";

export type { Needs } from "../inspection/parts.ts";

/** Dependencies of the intake that the app provides. */
export type DeliveryParts = {
  /** Answers a request of a device as if it had arrived from it. */
  deliver: (request: Request, caller: EdgeCaller) => Response | Promise<Response>;
};
