import type { AppContext } from "./context.ts";

/** The cookie that holds a session token. */
export const SESSION_COOKIE = "token";

/**
 * The session tokens of a request. `bearer` is set whenever an `Authorization: Bearer` header is present, and then
 * decides alone. Two different `token` cookies count as none: one of them was planted by someone else.
 */
export function tokensOf(c: AppContext): { bearer: string | undefined; cookie: string | undefined } {
  const bearer = /^bearer(?: +(.*))?$/i.exec(c.req.header("Authorization") ?? "");
  return { bearer: bearer ? (bearer[1] ?? "").trim() : undefined, cookie: cookieOf(c) };
}

function cookieOf(c: AppContext): string | undefined {
  const values = new Set<string>();
  for (const pair of (c.req.header("Cookie") ?? "").split(";")) {
    const [name, ...rest] = pair.split("=");
    if (name?.trim() === SESSION_COOKIE) values.add(rest.join("=").trim());
  }
  return values.size === 1 ? [...values][0] : undefined;
}
