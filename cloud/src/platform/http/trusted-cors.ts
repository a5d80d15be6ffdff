import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { AppEnv } from "./context.ts";

const RATE_LIMIT_HEADERS = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy"];

/** Cross-origin access with credentials, for trusted origins only; other origins get no CORS headers at all. */
export function trustedCors(trustedOrigins: readonly string[]): MiddlewareHandler<AppEnv> {
  const allow = cors({
    origin: (origin) => origin,
    credentials: true,
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: [
      "Authorization",
      "Content-Type",
      "If-Match",
      "If-None-Match",
      "If-Range",
      "Range",
      "Idempotency-Key",
      "Last-Event-ID",
      "X-Request-Id",
      "traceparent",
    ],
    exposeHeaders: [
      "Accept-Ranges",
      "Content-Disposition",
      "Content-Range",
      "ETag",
      "Retry-After",
      "X-Request-Id",
      ...RATE_LIMIT_HEADERS,
    ],
    maxAge: 600,
  });
  return async (c, next) => {
    const isTrusted = trustedOrigins.includes(c.req.header("Origin") ?? "");
    const isPlainOptions = c.req.method === "OPTIONS" && !c.req.header("Access-Control-Request-Method");
    if (isTrusted && !isPlainOptions) return allow(c, next);
    c.header("Vary", "Origin", { append: true });
    return next();
  };
}
