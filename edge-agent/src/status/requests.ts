import type { Context } from "hono";

/** The body of a refused request. */
export const problem = (message: string) => ({ error: { message } });

/** Returns true if a Content-Type header names this type, with or without parameters. */
export function isType(header: string | undefined, type: string): boolean {
  return header?.split(";")[0]?.trim().toLowerCase() === type;
}

/** Returns true if the headers of a browser that obeys the rules show that another site's page caused the request. */
export function isFromAnotherSite(context: Context, ownOrigin: string): boolean {
  const origin = context.req.header("origin");
  if (origin !== undefined && origin.toLowerCase() !== ownOrigin.toLowerCase()) return true;
  const site = context.req.header("sec-fetch-site");
  if (site === undefined || site === "same-origin" || site === "none") return false;
  // A link from another page opens this one; it cannot read it.
  return !(context.req.method === "GET" && context.req.header("sec-fetch-dest") === "document");
}
