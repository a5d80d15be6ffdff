import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";
import { fail } from "./replies.ts";

/**
 * Refuses HTTP/1.1 without a Host header, and requests with two, which proxies and servers may read differently (RFC
 * 9112, 3.2).
 */
export const oneHost: MiddlewareHandler<AppEnv> = async (c, next) => {
  const incoming = c.env?.incoming;
  if (!incoming) return next();
  const names = incoming.rawHeaders.filter((_, index) => index % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === "host").length;
  const isRight = hosts === 1 || (hosts === 0 && incoming.httpVersion === "1.0");
  return isRight ? next() : fail(c, "VALIDATION_ERROR", "The request must have exactly one Host header.");
};
