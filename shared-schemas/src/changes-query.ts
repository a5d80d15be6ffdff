import { z } from "zod";
import { edgeId, queryInteger } from "./primitives.ts";

/** Maximum wait of a device's or user's request for a change, in seconds: proxies commonly cut requests after 60 s. */
export const MAX_WAIT_SECONDS = 25;

/** Query parameters with which a device waits for a change in the cloud. */
export const changesQuery = z.object({
  device_id: edgeId.optional().describe("which device asks; needed with the shared key only"),
  known: z.string().max(100).optional().describe("the `version` of the last reply: wait until it has changed"),
  wait_seconds: queryInteger(0, MAX_WAIT_SECONDS, 0),
});
