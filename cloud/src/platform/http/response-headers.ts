import type { MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import { secureHeaders } from "hono/secure-headers";
import type { AppEnv } from "./context.ts";

/**
 * Headers that every response has unless its route chose others: no scripts, no frames, no caching.
 * `isHttps` has browsers insist on https from then on, which a laptop that serves plain http must not ask for.
 */
export function responseHeaders({ isHttps }: { isHttps: boolean }): MiddlewareHandler<AppEnv> {
  const secure = secureHeaders({
    overwrite: false,
    xFrameOptions: "DENY",
    strictTransportSecurity: isHttps,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    crossOriginResourcePolicy: "same-site",
    // With no-referrer, browsers send "Origin: null" on some writes, which is never trusted.
    referrerPolicy: "same-origin",
  });
  return every(secure, async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has("Cache-Control"))
      headers.set("Cache-Control", headers.has("ETag") ? "private, no-cache" : "no-store");
  });
}

/**
 * Content security policy of our own pages, which load only files that this host serves. `unsafe-inline` is for
 * styles, which script sets.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");
