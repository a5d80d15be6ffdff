import type { AppContext } from "../../platform/http/context.ts";
import type { Wait } from "./change-waits.ts";

/** Returns the wait of a request, which ends at the latest when the client disconnects. */
export function waitOf(c: AppContext, seconds: number): Wait {
  const disconnected = new AbortController();
  c.env?.outgoing?.once("close", () => disconnected.abort());
  return { waitMs: seconds * 1_000, disconnected: disconnected.signal };
}
