import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import type { AppContext } from "../../platform/http/context.ts";
import { signInFlow, type SignInFlow } from "./sign-in-provider.ts";

const NAME = "sign-in-flow";
/** Path of the cookie: only the two routes of the sign-in receive it. */
const PATH = "/v1/user/auth/google";
const LIFETIME_SECONDS = 600;

type FlowSettings = { jwtSecret: string; production: boolean };

/** The key of the cookie's signature; another use of the JWT secret has another text before it. */
const sealOf = ({ jwtSecret }: FlowSettings): string => `sign-in flow\n${jwtSecret}`;

/**
 * Stores a signed flow in the browser that started it. Lax, since the provider redirects the browser from another
 * site.
 */
export async function setFlowCookie(c: AppContext, flow: SignInFlow, settings: FlowSettings): Promise<void> {
  const value = Buffer.from(JSON.stringify(flow)).toString("base64url");
  const place = { httpOnly: true, sameSite: "Lax", path: PATH, secure: settings.production } as const;
  await setSignedCookie(c, NAME, value, sealOf(settings), { ...place, maxAge: LIFETIME_SECONDS });
}

/** Takes the flow that this browser started, and deletes it; undefined without one that this service signed. */
export async function takeFlowCookie(c: AppContext, settings: FlowSettings): Promise<SignInFlow | undefined> {
  const value = await getSignedCookie(c, sealOf(settings), NAME);
  if (value === undefined) return undefined;
  deleteCookie(c, NAME, { path: PATH, secure: settings.production });
  if (value === false) return undefined;
  try {
    return signInFlow.safeParse(JSON.parse(Buffer.from(value, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}
