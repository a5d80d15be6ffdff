import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppContext } from "../../platform/http/context.ts";
import { signInFlow, type SignInFlow } from "./sign-in-provider.ts";

const NAME = "sign-in-flow";
/** Only the two routes of the sign-in receive it. */
const PATH = "/v1/user/auth/google";
const LIFETIME_SECONDS = 600;

/** Stores a flow in the browser that started it. Lax, since the provider redirects the browser from another site. */
export function setFlowCookie(c: AppContext, flow: SignInFlow, secure: boolean): void {
  const value = Buffer.from(JSON.stringify(flow)).toString("base64url");
  setCookie(c, NAME, value, { httpOnly: true, sameSite: "Lax", path: PATH, maxAge: LIFETIME_SECONDS, secure });
}

/** Takes the flow that this browser started, and deletes it; undefined without one. */
export function takeFlowCookie(c: AppContext, secure: boolean): SignInFlow | undefined {
  const value = getCookie(c, NAME);
  if (value === undefined) return undefined;
  deleteCookie(c, NAME, { path: PATH, secure });
  try {
    return signInFlow.safeParse(JSON.parse(Buffer.from(value, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}
