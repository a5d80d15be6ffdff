import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";
import { fail } from "./replies.ts";

/** "." or ".." as a whole segment, plain or percent-encoded, after either slash, as the URL standard finds them. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/**
 * Refuses a path with dot segments. The URL parser resolves them, even percent-encoded ones, so that the request would
 * reach another route than the sender wrote: `DELETE /v1/containers/{id}/evidence/%2e%2e` would name the container.
 */
export const plainPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  const [path = ""] = (c.env?.incoming?.url ?? "").split("?");
  return DOT_SEGMENT.test(path)
    ? fail(c, "VALIDATION_ERROR", 'The path must not contain the segments "." or "..".')
    : next();
};
