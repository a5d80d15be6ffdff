import type { MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { every } from "hono/combine";
import type { AppContext, AppEnv } from "./context.ts";
import { gzippedEtag } from "./etag.ts";
import { AUTH_PREFIX } from "./replies.ts";

/** Below this, compression saves nothing on the wire: the reply fits into one packet either way. */
const WORTH_BYTES = 1_024;

/**
 * Compresses JSON, pages, scripts and styles for callers that accept it; not pictures, ranges or event streams. A
 * compressed reply has its own ETag, `"…-gzip"`, which `If-Match` and `If-None-Match` accept like the plain one.
 * Replies about sessions stay plain: their size must not hint at a secret next to the caller's text.
 */
export function compressReplies(): MiddlewareHandler<AppEnv> {
  const packed = every(tagged, compress({ encoding: "gzip", threshold: WORTH_BYTES }), measured);
  return async (c, next) => (c.req.path.startsWith(AUTH_PREFIX) ? next() : packed(c, next));
}

/** States the length of JSON, which is in memory anyway, so that short replies are left plain. */
const measured: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!c.req.header("Accept-Encoding") || !isJson(c) || !c.res.body) return;
  const bytes = await c.res.arrayBuffer();
  c.res = new Response(bytes, c.res);
  c.res.headers.set("Content-Length", `${bytes.byteLength}`);
};

/** Gives compressed replies, and the 304 to those who have one, the strong tag of their bytes. */
const tagged: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  const etag = headers.get("ETag")?.replace(/^W\//, "");
  if (etag === undefined) return;
  const gzipped = gzippedEtag(etag);
  const isKnown = c.res.status === 304 && c.req.header("If-None-Match")?.includes(gzipped) === true;
  if (isKnown) headers.append("Vary", "Accept-Encoding");
  if (isKnown || headers.get("Content-Encoding") === "gzip") headers.set("ETag", gzipped);
};

const isJson = (c: AppContext) => c.res.headers.get("Content-Type")?.startsWith("application/json") === true;
