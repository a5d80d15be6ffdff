import { setCookie } from "hono/cookie";
import type { AppContext } from "../../platform/http/context.ts";
import { SESSION_COOKIE } from "../../platform/http/session-tokens.ts";

/** Seven days: the lifetime of the cookie and of the token in it. */
export const TOKEN_LIFETIME_SECONDS = 604_800;

/** Signs a browser in. `secure` keeps the cookie to https. */
export function setSessionCookie(c: AppContext, token: string, secure: boolean): void {
  setCookie(c, SESSION_COOKIE, token, {
    httpOnly: true,
    sameSite: "Strict",
    path: "/",
    maxAge: TOKEN_LIFETIME_SECONDS,
    secure,
  });
}

/** Signs a browser out. */
export function clearSessionCookie(c: AppContext, secure: boolean): void {
  setCookie(c, SESSION_COOKIE, "", { httpOnly: true, sameSite: "Strict", path: "/", maxAge: 0, secure });
}
