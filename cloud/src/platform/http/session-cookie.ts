import { setCookie } from "hono/cookie";
import type { AppContext } from "./context.ts";

/** Seven days: how long the cookie and the token in it live. */
export const TOKEN_LIFETIME_SECONDS = 604_800;
const NAME = "token";

/**
 * The session tokens of a request. `bearer` is set whenever an `Authorization: Bearer` header is there, and then decides
 * alone. Two different `token` cookies are no token: one of them was planted by someone else.
 */
export function tokensOf(c: AppContext): { bearer: string | undefined; cookie: string | undefined } {
  const bearer = /^bearer(?: +(.*))?$/i.exec(c.req.header("Authorization") ?? "");
  return { bearer: bearer ? (bearer[1] ?? "").trim() : undefined, cookie: cookieOf(c) };
}

function cookieOf(c: AppContext): string | undefined {
  const values = new Set<string>();
  for (const pair of (c.req.header("Cookie") ?? "").split(";")) {
    const [name, ...rest] = pair.split("=");
    if (name?.trim() === NAME) values.add(rest.join("=").trim());
  }
  return values.size === 1 ? [...values][0] : undefined;
}

export function setSessionCookie(c: AppContext, token: string, secure: boolean): void {
  setCookie(c, NAME, token, {
    httpOnly: true,
    sameSite: "Strict",
    path: "/",
    maxAge: TOKEN_LIFETIME_SECONDS,
    secure,
  });
}

export function clearSessionCookie(c: AppContext, secure: boolean): void {
  setCookie(c, NAME, "", { httpOnly: true, sameSite: "Strict", path: "/", maxAge: 0, secure });
}
