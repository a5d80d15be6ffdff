import { createHash } from "node:crypto";
import type { AppContext } from "./context.ts";

/** A strong entity tag of a reply's `data`: it changes with any byte of it. */
export function etagOf(data: unknown): string {
  return etagOfJson(JSON.stringify(data));
}

/** A strong entity tag of a reply whose `data` is JSON already. */
export function etagOfJson(json: string): string {
  const hash = createHash("sha256").update(json).digest("base64url");
  return `"${hash.slice(0, 27)}"`;
}

/** The tag of the same reply compressed with gzip: other bytes, so another strong tag (RFC 9110, 8.8.3.3). */
export const gzippedEtag = (etag: string): string => etag.replace(/"$/, '-gzip"');

/**
 * True when a list such as `"a", "b"` or `*` names the tag, or that of the compressed reply. Weak tags match only with
 * `weak`.
 */
export function etagMatches(list: string, etag: string, { weak = true } = {}): boolean {
  if (list.trim() === "*") return true;
  const tags = list.split(",").map((tag) => tag.trim().replace(/-gzip"$/, '"'));
  return tags.some((tag) => (weak ? tag.replace(/^W\//, "") : tag) === etag);
}

/**
 * True when the caller's `If-Match`, if any, matches the current state of the resource (RFC 9110, 13.1.1). A route that
 * gets false answers 412 PRECONDITION_FAILED. Ask inside the transaction that holds the row, with the `data` it would
 * reply.
 */
export function ifMatchHolds(c: AppContext, current: unknown): boolean {
  const wanted = c.req.header("If-Match");
  return wanted === undefined || etagMatches(wanted, etagOf(current), { weak: false });
}
