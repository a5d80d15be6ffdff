import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";
import { fail } from "./replies.ts";

/** Refuses a request with two Host headers, which proxies and servers may read differently (RFC 9112, 3.2). */
export const oneHost: MiddlewareHandler<AppEnv> = async (c, next) => {
  const names = (c.env?.incoming?.rawHeaders ?? []).filter((_, index) => index % 2 === 0);
  const hosts = names.filter((name) => name.toLowerCase() === "host").length;
  return hosts > 1 ? fail(c, "VALIDATION_ERROR", "The request has more than one Host header.") : next();
};
