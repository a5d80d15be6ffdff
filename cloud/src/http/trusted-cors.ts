import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { AppEnv } from "./context.ts";

/** Cross-origin access with credentials, for trusted origins only; other origins get no CORS headers at all. */
export function trustedCors(trustedOrigins: readonly string[]): MiddlewareHandler<AppEnv> {
  const allow = cors({
    origin: (origin) => origin,
    credentials: true,
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: ["Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key"],
    exposeHeaders: ["ETag", "Retry-After", "X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"],
    maxAge: 600,
  });
  return async (c, next) => {
    c.header("Vary", "Origin", { append: true });
    const isTrusted = trustedOrigins.includes(c.req.header("Origin") ?? "");
    const isPlainOptions = c.req.method === "OPTIONS" && !c.req.header("Access-Control-Request-Method");
    return isTrusted && !isPlainOptions ? allow(c, next) : next();
  };
}
