import { createRoute } from "@hono/zod-openapi";
import { auditAsOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { authErrors } from "../../platform/http/describe.ts";
import { setSessionCookie } from "../auth/session-cookie.ts";
import { createOriginOf } from "../auth/origin-of.ts";
import { callbackUrlOf, webAppUrlOf } from "../auth/app-links.ts";
import { refuseSignIn } from "./refuse-sign-in.ts";
import { takeFlowCookie } from "./sign-in-flow-cookie.ts";
import { signInWithIdentity } from "./sign-in-with-identity.ts";
import { providerLimit } from "../request-limits.ts";
import type { Needs, SignInParts } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/user/auth/google/callback",
  operationId: "finishGoogleSignInV1",
  tags: ["Sign-in"],
  summary: "Complete the sign-in with Google (redirect address)",
  description:
    "Signs in to the account of the email address that the provider has verified, or accepts its open invite. The second factor of this " +
    "service is not asked for: that of the provider counts. Errors redirect to the web app's sign-in page with `#error=<code>` if the " +
    "request accepts HTML.",
  responses: {
    302: { description: "To the web app, signed in" },
    ...authErrors("SIGN_IN_FAILED", "INVITE_REQUIRED", "SIGN_IN_PROVIDER_NOT_CONFIGURED", "SERVICE_UNAVAILABLE"),
  },
});

export const finishGoogleSignIn = defineRoute(
  "public",
  config,
  (parts: SignInParts & Needs<"signInProvider">) => async (c) => {
    const { settings, signInProvider } = parts;
    if (!signInProvider) return refuseSignIn(c, settings, "SIGN_IN_PROVIDER_NOT_CONFIGURED");
    // The host of the request's own address is chosen by the caller.
    const returnUrl = new URL(callbackUrlOf(settings));
    returnUrl.search = new URL(c.req.url).search;
    const flow = await takeFlowCookie(c, settings);
    const identity = flow ? await signInProvider.finish(returnUrl, flow) : "refused";
    if (identity === "refused") return refuseSignIn(c, settings, "SIGN_IN_FAILED");
    if (identity === "unavailable") return refuseSignIn(c, settings, "SERVICE_UNAVAILABLE");
    const sender = { auditAs: auditAsOf(c, parts), origin: createOriginOf(parts)(c, "provider") };
    const token = await signInWithIdentity(parts, identity, sender);
    if (token === undefined) return refuseSignIn(c, settings, "INVITE_REQUIRED");
    setSessionCookie(c, token, settings.production);
    return c.redirect(webAppUrlOf(settings), 302);
  },
  { rateLimit: providerLimit },
);
